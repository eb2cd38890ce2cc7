// What the pages of the site do beyond what furo does.

const body = document.body;
const darkness = matchMedia("(prefers-color-scheme: dark)");

// A frame with a page of ours shows it as light or as dark as the site.
function follow() {
  const chosen = body.dataset.theme;
  const theme = chosen === "light" || chosen === "dark" ? chosen : darkness.matches ? "dark" : "light";
  for (const frame of document.querySelectorAll("iframe")) frame.contentWindow.postMessage({ theme }, "*");
}

new MutationObserver(follow).observe(body, { attributeFilter: ["data-theme"] });
darkness.addEventListener("change", follow);
for (const frame of document.querySelectorAll("iframe")) frame.addEventListener("load", follow);
follow();

// What is too wide for its place scrolls by keyboard as well.
function reachable() {
  for (const box of document.querySelectorAll(".highlight pre, .table-wrapper")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

addEventListener("resize", reachable);
reachable();

// Sphinx gives captions no level, and furo two landmarks one name.
for (const caption of document.querySelectorAll(".caption[role=heading]")) caption.ariaLevel = "2";
for (const place of document.querySelectorAll("aside.toc-drawer")) place.ariaLabel = "On this page";
