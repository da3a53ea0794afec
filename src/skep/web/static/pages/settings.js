// The theme changes as soon as it is chosen; everything is kept by the form itself.

const form = document.getElementById("settings");
form?.addEventListener("change", (event) => {
  const field = event.target;
  if (!(field instanceof HTMLInputElement)) return;
  if (field.name === "theme") document.documentElement.dataset.theme = field.value;
  if (field.name === "notify" && field.value === "yes" && "Notification" in window) {
    void Notification.requestPermission();
  }
});
