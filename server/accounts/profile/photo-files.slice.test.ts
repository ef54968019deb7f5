import { expect, test, vi } from 'vitest'
import { removePhoto, uploadPhoto } from '#contracts/accounts/users.ts'
import { HOUR_MS } from '#contracts/dates.ts'
import { pngOf } from '#testing/test-pictures.ts'
import { overloaded } from '#server/platform/errors.ts'
import { listFolder } from '#server/platform/files/file-store.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { changeUser } from '#testing/factories.ts'
import { formOf } from '#testing/form-of.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { codeOf } from '#testing/test-app.ts'
import { deleteStrayPhotos, readPhotoFile } from './photo-files.ts'

const app = useTestApp()

async function newAccount() {
  const { userId, send } = await app.newAccount()
  const upload = async (side = 20) =>
    send({ method: 'POST', url: uploadPhoto.path, ...(await formOf(await pngOf(side, side))) })
  const remove = () => send({ method: 'DELETE', url: removePhoto.path })
  return { userId, send, upload, remove }
}

const fileNames = async () =>
  (await listFolder(app.ctx.files, 'photos')).map(({ name }) => name.slice(-22))
const uploadOne = async (account: Awaited<ReturnType<typeof newAccount>>): Promise<string> =>
  (await account.upload()).json().pictureUrl.slice(-22)
/** Files carry the time of the machine, not of the test. */
const later = { now: () => new Date(Date.now() + 2 * HOUR_MS) }

test('the file of a photo is deleted when the photo is replaced or removed', async () => {
  const account = await newAccount()
  const first = await uploadOne(account)
  const second = await uploadOne(account)
  expect(await fileNames()).not.toContain(first)
  expect(await fileNames()).toContain(second)
  await account.remove()
  expect(await fileNames()).not.toContain(second)
})

test('a photo that cannot be stored leaves the account as it was', async () => {
  const account = await newAccount()
  const name = await uploadOne(account)
  vi.spyOn(app.ctx.files, 'write').mockRejectedValueOnce(overloaded())
  expect(codeOf(await account.upload(30))).toEqual([503, 'overloaded'])
  expect((await account.send('/api/auth/me')).json().pictureUrl).toContain(name)
  expect((await app.anonymous(`/api/users/photos/${name}`)).statusCode).toBe(200)
})

test('the job deletes the photo of an account that closed during the upload', async () => {
  const { userId, upload } = await newAccount()
  const before = await fileNames()
  const { files, db, now } = app.ctx
  const write = files.write.bind(files)
  vi.spyOn(files, 'write').mockImplementationOnce(async (...args) => {
    await write(...args)
    await changeUser(db, userId, { deletion_requested_at: now() })
  })
  expect((await upload()).statusCode).toBe(401)
  await deleteStrayPhotos({ ...app.ctx, ...later })
  expect(await fileNames()).toEqual(before)
})

test('the job deletes a file that no row names, an hour later', async () => {
  const { db } = app.ctx
  const [erased, kept] = [await newAccount(), await newAccount()]
  const [gone, stays] = [await uploadOne(erased), await uploadOne(kept)]
  await db.deleteFrom('user_photos').where('user_id', '=', erased.userId).execute()
  await deleteStrayPhotos({ ...app.ctx, now: () => new Date() })
  expect(await fileNames()).toEqual(expect.arrayContaining([gone, stays]))
  await deleteStrayPhotos({ ...app.ctx, ...later })
  expect(await fileNames()).toContain(stays)
  expect(await fileNames()).not.toContain(gone)
})

test('another process sees a new photo at once', async () => {
  const name = await uploadOne(await newAccount())
  const other = await openFileStore(app.ctx)
  expect(await readPhotoFile({ files: other }, name)).not.toBeNull()
})
