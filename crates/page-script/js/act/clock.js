// Time in the page. These timers are this world's own; a page that patched its timers has not touched them.

const now = () => performance.now();

/** Ends with the next animation frame, or after a while where frames do not come. @returns {Promise<void>} */
function nextFrame() {
  return new Promise((resolve) => {
    let handle = 0;
    const late = setTimeout(() => {
      cancelAnimationFrame(handle);
      resolve();
    }, 120);
    handle = requestAnimationFrame(() => {
      clearTimeout(late);
      resolve();
    });
  });
}

/** @param {number} ms @returns {Promise<void>} */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
