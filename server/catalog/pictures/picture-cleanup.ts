import * as z from 'zod'
import { trimFolder } from '#server/platform/files/file-store.ts'
import { defineJob } from '#server/platform/jobs/job-definition.ts'
import { PICTURES_FOLDER, SCREENSHOTS_FOLDER } from './picture-files.ts'

const GIB = 1024 ** 3
const MAX_PICTURE_BYTES = GIB
/** About forty thousand stores. */
const MAX_SCREENSHOT_BYTES = 4 * GIB

export const trimPictures = defineJob({
  name: 'trim-pictures',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '43 * * * *',
  run: async ({ files, now }, _payload, signal) => {
    await trimFolder(files, { folder: PICTURES_FOLDER, maxBytes: MAX_PICTURE_BYTES, now, signal })
    await trimFolder(files, { folder: SCREENSHOTS_FOLDER, maxBytes: MAX_SCREENSHOT_BYTES, now, signal })
  },
})
