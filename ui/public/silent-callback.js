// Hands the identity provider's answer to the page that asked in this frame, if it is one of ours: the message
// is the one that oidc-client-ts waits for (signinSilentCallback).
if (window.parent !== window) {
  window.parent.postMessage(
    { source: 'oidc-client', url: window.location.href, keepOpen: false },
    window.location.origin,
  );
}
