// The theme changes as soon as it is chosen; everything is kept by the form itself.

const notices = document.getElementById("no-notices");
if (notices) notices.hidden = window.isSecureContext && "Notification" in window;

const form = document.getElementById("settings");
form?.addEventListener("change", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement)) return;
  if (field.name === "theme") document.documentElement.dataset.theme = field.value;
  if (field.name === "notify" && field.value === "yes" && window.isSecureContext && "Notification" in window) {
    void Notification.requestPermission();
  }
});
