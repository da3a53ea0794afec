import { followTables } from "../lobby/tables.js";

const list = document.getElementById("tables");
if (list) followTables(list);
