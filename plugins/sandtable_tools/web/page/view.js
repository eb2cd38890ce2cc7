// Shows a page that the table wrote: a report, or a replay page.

addEventListener("message", ({ origin, data }) => {
  if (origin !== location.origin || typeof data !== "string") return;
  document.open();
  document.write(data);
  document.close();
});
opener?.postMessage("ready", location.origin);
