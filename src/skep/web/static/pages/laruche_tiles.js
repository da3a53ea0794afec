// The tiles as pages to print: a button for who does not know where their browser has it.

document.querySelector("[data-action=print]")?.addEventListener("click", () => window.print());
