/**
 * `npm run test:full`, which takes about an hour: what seldom changes, and what starts whole
 * processes one after the other, besides.
 */
export const isFullRun = process.env['TEST_FULL'] === '1'
