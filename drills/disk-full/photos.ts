import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { Profile } from '#contracts/accounts/users.ts'

const SIDE = 256
const PAUSE_MS = 200
const ANSWER_WITHIN_MS = 10_000

/** Uploads pictures again and again, until it is stopped or the server is gone. */
export function uploadPhotos(origin: string, token: string) {
  let isStopped = false
  let acknowledged = 0
  const first = Promise.withResolvers<void>()
  async function run(): Promise<void> {
    while (!isStopped) {
      const body = new FormData()
      body.append('file', new Blob([await drawNoise()], { type: 'image/png' }), 'me.png')
      const headers = { authorization: `Bearer ${token}` }
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
      const answer = await fetch(`${origin}/api/users/profile/photo`, {
        method: 'POST',
        body,
        headers,
        signal,
      }).catch(() => null)
      if (answer?.ok) acknowledged += 1
      first.resolve()
      await sleep(PAUSE_MS)
    }
  }
  const running = run()
  return {
    first: first.promise,
    async stop(): Promise<number> {
      isStopped = true
      await running
      return acknowledged
    },
  }
}

/** @returns a problem with the account's picture after `uploaded` acknowledged uploads */
export async function checkPhoto(
  origin: string,
  token: string,
  uploaded: number,
): Promise<string[]> {
  if (uploaded === 0) return ['no upload was acknowledged']
  const profile = await fetch(`${origin}/api/users/profile`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!profile.ok) return [`the session that was acknowledged is refused: ${profile.status}`]
  const { pictureUrl } = Profile.parse(await profile.json())
  if (!pictureUrl) return ['the upload that was acknowledged is lost']
  const picture = await fetch(new URL(pictureUrl, origin))
  const pixels = await sharp(Buffer.from(await picture.arrayBuffer()), { failOn: 'truncated' })
    .raw()
    .toBuffer()
    .catch((error: Error) => error)
  return pixels instanceof Error ? [`the photo is torn: ${pixels.message}`] : []
}

const drawNoise = () =>
  sharp(randomBytes(SIDE * SIDE * 3), { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer()
