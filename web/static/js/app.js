// 主屏幕: lets the browser keep the page that is shown while the laptop is out of reach. A browser does that on
// a page whose certificate it trusts; elsewhere everything works without.

if ("serviceWorker" in navigator && window.isSecureContext) {
  navigator.serviceWorker.register("/worker.js").catch(() => {}); // refused, as where the certificate is not trusted
}
