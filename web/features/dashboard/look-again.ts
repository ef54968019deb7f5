/** New stores appear all day, so an open dashboard refreshes at this interval. */
export const LOOK_AGAIN_EVERY_MS = 60_000
