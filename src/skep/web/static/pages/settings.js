// What is chosen counts at once; the form keeps the name and the language, and works without scripts.

import { mountLooksPanel } from "../play/looks_panel.js";

const form = document.getElementById("settings");
if (form) mountLooksPanel(form, { changed() {} });
