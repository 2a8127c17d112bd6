/** A script or style sheet of the app that did not come, in the words of each browser and of the bundler. */
const NOT_LOADED =
  /dynamically imported module|importing a module script failed|unable to preload css|loading chunk/i;

/** What to say of a failure: of parts that did not come, or that the app itself broke. */
export function loadFailure(failure: unknown): { title: string; message: string } {
  if (!(failure instanceof Error && NOT_LOADED.test(failure.message))) {
    return {
      title: 'This page could not be shown',
      message: 'Something went wrong on this page. Try again; if that does not help, come back in a moment.',
    };
  }
  return {
    title: 'This page could not be loaded',
    message: navigator.onLine
      ? 'The server did not send it. It may be unavailable for a moment, or have just been updated. Nothing is lost.'
      : 'You are offline. Check your internet connection and try again. Nothing is lost.',
  };
}
