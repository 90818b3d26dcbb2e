// Time in the page. These timers are this world's own; a page that patched its timers has not touched them.
//
// Names and roles are kept for as long as one read lasts. The page may have changed whenever time has passed, so each wait ends the read:
// a list that shows other things in the same elements must not be taken for what it was.

const now = () => performance.now();

/** Ends with the next animation frame, or after a while where frames do not come. @returns {Promise<void>} */
function nextFrame() {
  return new Promise((resolve) => {
    let handle = 0;
    const late = setTimeout(() => {
      cancelAnimationFrame(handle);
      timePassed(resolve);
    }, 120);
    handle = requestAnimationFrame(() => {
      clearTimeout(late);
      timePassed(resolve);
    });
  });
}

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((resolve) => setTimeout(() => timePassed(resolve), ms));

/** @param {() => void} resolve */
function timePassed(resolve) {
  beginRead();
  resolve();
}
