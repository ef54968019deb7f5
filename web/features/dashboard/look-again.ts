/** New stores turn up all day: a dashboard that stays open looks again this often. */
export const LOOK_AGAIN_EVERY_MS = 60_000
