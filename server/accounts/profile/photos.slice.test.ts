import { connect } from 'node:net'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { removePhoto, uploadPhoto } from '#contracts/accounts/users.ts'
import type { UserId } from '#contracts/ids.ts'
import { animation, lyingPng, phonePhoto, pictureOfType, pngOf } from '#testing/test-pictures.ts'
import { formOf } from '#testing/form-of.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { codeOf, inTurn, refusal } from '#testing/test-app.ts'
import { readPhotoFile } from './photo-files.ts'

const MAX_BYTES = 5 * 1024 * 1024

const app = useTestApp()

type Form = Awaited<ReturnType<typeof formOf>>

async function newAccount() {
  const { userId, send } = await app.newAccount()
  const upload = (form: Form) => send({ method: 'POST', url: uploadPhoto.path, ...form })
  /** @returns its address */
  const uploadSmall = async (): Promise<string> =>
    (await upload(await formOf(await pngOf(20, 20)))).json().pictureUrl
  const remove = () => send({ method: 'DELETE', url: removePhoto.path })
  return { userId, send, upload, uploadSmall, remove }
}

const uploadFile = async (bytes: Uint8Array, options?: Parameters<typeof formOf>[1]) =>
  (await newAccount()).upload(await formOf(bytes, options))

/** The photo that visitors get once these bytes are uploaded. */
const photoFrom = async (bytes: Uint8Array): Promise<Buffer> =>
  (await app.anonymous((await uploadFile(bytes)).json().pictureUrl)).rawPayload

type Rows<Made> = readonly [string, () => Made | Promise<Made>][]
const refusedAs = <Made>(status: number, code: string, rows: Rows<Made>) =>
  rows.map(([what, make]) => [what, status, code, make] as const)

const storedOf = (userId: UserId) =>
  app.ctx.db.selectFrom('user_photos').selectAll().where('user_id', '=', userId).execute()

describe('a photo', () => {
  test(
    'is re-encoded as a square and served to anyone at an address that cannot be guessed',
    { tags: ['calls.photo-post', 'check-40', 'check-44'] },
    async () => {
      const { userId, send, upload } = await newAccount()
      const answer = await upload(await formOf(await pngOf(900, 300)))
      expect(answer.statusCode).toBe(200)
      const { pictureUrl } = answer.json()
      expect(pictureUrl).toMatch(/^\/api\/users\/photos\/[\w-]{22}$/)
      expect((await send('/api/auth/me')).json().pictureUrl).toBe(pictureUrl)
      const { statusCode, headers, rawPayload } = await app.anonymous(pictureUrl)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-disposition': 'inline; filename=photo.webp',
        'content-security-policy': `default-src 'none'; sandbox`,
        'x-content-type-options': 'nosniff',
      })
      expect(await sharp(rawPayload).metadata()).toMatchObject({
        format: 'webp',
        width: 512,
        height: 512,
      })
      const [stored] = await storedOf(userId)
      const read = await readPhotoFile(app.ctx, stored?.name ?? '')
      expect(read?.equals(rawPayload)).toBe(true)
    },
  )

  test('replaces the previous one, whose address stops working', async () => {
    const { userId, uploadSmall } = await newAccount()
    const [first, second] = [await uploadSmall(), await uploadSmall()]
    expect(second).not.toBe(first)
    expect((await app.anonymous(first)).statusCode).toBe(404)
    expect((await app.anonymous(second)).statusCode).toBe(200)
    expect(await storedOf(userId)).toHaveLength(1)
  })

  test('can be removed, even twice, and the security log records it', async () => {
    const { userId, send, uploadSmall, remove } = await newAccount()
    const pictureUrl = await uploadSmall()
    for (const answer of [await remove(), await remove()]) {
      expect([answer.statusCode, answer.json().pictureUrl]).toEqual([200, null])
    }
    expect((await app.anonymous(pictureUrl)).statusCode).toBe(404)
    expect((await send('/api/auth/me')).json().pictureUrl).toBeNull()
    expect(await storedOf(userId)).toEqual([])
    expect(await app.auditDetails(userId, 'photo.changed')).toEqual([{}, { isRemoved: true }])
  })

  test('of another account is neither replaced nor removed', async () => {
    const [mine, other] = [await newAccount(), await newAccount()]
    const pictureUrl = await mine.uploadSmall()
    await other.uploadSmall()
    await other.remove()
    expect((await app.anonymous(pictureUrl)).statusCode).toBe(200)
  })

  test('of an account scheduled for deletion is no longer served', async () => {
    const { userId, uploadSmall } = await newAccount()
    const pictureUrl = await uploadSmall()
    const shut = app.ctx.db.updateTable('users').set({ deletion_requested_at: app.ctx.now() })
    await shut.where('id', '=', userId).execute()
    expect((await app.anonymous(pictureUrl)).statusCode).toBe(404)
  })

  test.each(Object.entries(pictureOfType))(
    'may be %s, with any file name and type',
    { tags: ['check-40'] },
    async (_type, make) => {
      const answer = await uploadFile(await make(), {
        name: '../../etc/passwd.svg',
        type: 'text/html',
      })
      expect(answer.statusCode).toBe(200)
      expect(answer.json().pictureUrl).toMatch(/\/[\w-]{22}$/)
    },
  )

  test(
    'loses its location and all other metadata, and is rotated upright',
    { tags: ['check-44'] },
    async () => {
      const photo = await phonePhoto()
      expect(await sharp(photo).metadata()).toMatchObject({
        exif: expect.anything(),
        orientation: 6,
      })
      const served = await photoFrom(photo)
      const metadata = await sharp(served).metadata()
      for (const key of ['exif', 'orientation', 'icc', 'xmp', 'iptc'])
        expect(metadata).not.toHaveProperty(key)
      expect(served.toString('latin1')).not.toMatch(/Exif|GPS|Somebody/)
    },
  )

  test('that is animated is reduced to its first frame', { tags: ['check-42'] }, async () => {
    const served = await photoFrom(await animation())
    expect((await sharp(served).metadata()).pages ?? 1).toBe(1)
    const [red = 0, , blue = 0] = await sharp(served).removeAlpha().raw().toBuffer()
    expect(red).toBeGreaterThan(blue)
  })
})

describe('an upload that is not a photo', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const png = () => pngOf(30, 30)
  const latin1 = (text: string) => () => Buffer.from(text, 'latin1')
  const others: Rows<Buffer> = [
    ['SVG', latin1(svg)],
    ['SVG with a prologue', latin1(`<?xml version="1.0"?>\n${svg}`)],
    ['HTML', latin1('<!doctype html><script>alert(1)</script>')],
    ['PDF', latin1('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF')],
    [
      'PDF with a picture in it',
      async () => Buffer.concat([Buffer.from('%PDF-1.7\n'), await png()]),
    ],
    ['a zip file', latin1('PK\x03\x04\x14\0\0\0\0\0')],
    [
      'TIFF',
      async () =>
        sharp(await png())
          .tiff()
          .toBuffer(),
    ],
    ['a program', latin1('\x7fELF\x02\x01\x01\0')],
    ['text', latin1('a photo')],
    ['nothing', latin1('')],
  ]
  const broken: Rows<Buffer> = [
    ['SVG behind the mark of a PNG', latin1(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${svg}`)],
    ['HTML behind the mark of a GIF', latin1('GIF89a/*<html>*/=1;<script>alert(1)</script>')],
    ['a cut file', async () => (await pictureOfType.jpeg()).subarray(0, 400)],
    ['a header that lies', () => lyingPng(5_000, 5_000)],
    ['a flood of pixels', () => lyingPng(50_000, 50_000)],
  ]
  test.each([
    ...refusedAs(415, 'unsupported_media_type', others),
    ...refusedAs(422, 'invalid_picture', broken),
  ])('is %s: %i %s', { tags: ['check-40', 'check-42'] }, async (_what, status, code, make) => {
    expect(refusal(await uploadFile(await make()))).toEqual([status, code, 'file'])
  })

  test(
    'is a picture with an appended HTML page: the re-encoded photo drops the page',
    { tags: ['check-40'] },
    async () => {
      const page = '<script>alert(document.domain)</script>'
      const served = await photoFrom(Buffer.concat([await png(), Buffer.from(page)]))
      expect(served.includes('script')).toBe(false)
    },
  )
})

describe('the upload form', () => {
  const photoOf = async (bytes: number) =>
    Buffer.concat([await pngOf(30, 30), Buffer.alloc(bytes)]).subarray(0, bytes)

  test.each([
    ['a byte below the limit', MAX_BYTES - 1, 200],
    ['at the limit', MAX_BYTES, 200],
    ['a byte above the limit', MAX_BYTES + 1, 413],
    ['far above the limit', 2 * MAX_BYTES, 413],
  ])('with a file %s', { tags: ['check-41'] }, async (_how, bytes, status) => {
    expect((await uploadFile(await photoOf(bytes))).statusCode).toBe(status)
  })

  const bytes = pngOf(30, 30)
  const raw = (type: string, payload: string): Form => ({
    headers: { 'content-type': type },
    payload,
  })
  const BOUNDARY = 'multipart/form-data; boundary=x'
  const part = (name: string, file: string, value = 'v') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
  const file = '; filename="a.png"'

  const others: Rows<Form> = [
    ['as JSON', () => raw('application/json', '{"file":"x"}')],
    ['as a plain form', () => raw('application/x-www-form-urlencoded', 'a=b')],
    ['as a bare picture', () => raw('image/png', 'x')],
    ['that is none', () => ({})],
  ]
  const broken: Rows<Form> = [
    ['without a boundary', () => raw('multipart/form-data', 'x')],
    ['that is empty', () => raw(BOUNDARY, '')],
    ['without an end', () => raw(BOUNDARY, part('file', file))],
    ['that ends within a header', () => raw(BOUNDARY, '--x\r\ncontent-dispo')],
    ['without a file', () => raw(BOUNDARY, `${part('file', '')}--x--`)],
    ['with two files', () => raw(BOUNDARY, `${part('file', file).repeat(2)}--x--`)],
    ['with a hundred parts', () => raw(BOUNDARY, `${part('a', '').repeat(100)}--x--`)],
    [
      'with a poisoned field',
      () => raw(BOUNDARY, `${part('__proto__', '')}${part('file', file)}--x--`),
    ],
    ['with the file elsewhere', async () => formOf(await bytes, { field: 'photo' })],
  ]
  test.each([
    ...refusedAs(415, 'unsupported_media_type', others),
    ...refusedAs(400, 'invalid_request', broken),
  ])('%s is %i %s', { tags: ['check-41'] }, async (_how, status, code, make) => {
    const answer = await (await newAccount()).upload(await make())
    expect(codeOf(answer)).toEqual([status, code])
  })

  test('may hold other fields, which are ignored', async () => {
    const answer = await uploadFile(await bytes, { more: { userId: 'other', name: 'x' } })
    expect(answer.statusCode).toBe(200)
  })

  test('is accepted by no other call', async () => {
    const form = await formOf(await bytes)
    const answer = await app.anonymous({ method: 'POST', url: '/api/auth/email-signin', ...form })
    expect(codeOf(answer)).toEqual([415, 'unsupported_media_type'])
  })

  test(
    'with the file elsewhere is read to its end and gives back its memory, so that others are still accepted',
    { tags: ['check-41'] },
    async () => {
      const { userId } = await newAccount()
      const { token } = await app.openSession(userId)
      const { port } = new URL(await app.fastify.listen({ port: 0, host: '127.0.0.1' }))
      const socket = connect({ port: Number(port), host: '127.0.0.1' })
      let answers = ''
      socket.on('data', (chunk) => (answers += String(chunk)))
      const statuses = () => [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
      // Together they exceed the memory for all uploads in progress.
      const fields = [...Array<string>(8).fill('photo'), 'file']
      for (const [before, field] of fields.entries()) {
        const { headers, payload } = await formOf(await photoOf(MAX_BYTES), { field })
        const form = payload as Buffer // safe: `formOf` made it
        const head = `POST ${uploadPhoto.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: ${headers?.['content-type']}\r\ncontent-length: ${form.length}\r\n\r\n`
        // In one piece: the body arrives while the session is read, which fills the form's parser
        // at once.
        socket.write(Buffer.concat([Buffer.from(head), form]))
        await expect.poll(statuses).toHaveLength(before + 1)
      }
      expect(statuses()).toEqual(fields.map((field) => (field === 'file' ? '200' : '400')))
      socket.destroy()
    },
  )

  test('takes twenty photos an hour from an account, and more later', async () => {
    const { upload } = await newAccount()
    const answers = await inTurn(21, () => upload(raw(BOUNDARY, '')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...Array<number>(20).fill(400),
      429,
    ])
    expect((await uploadFile(await bytes)).statusCode).toBe(200)
  })
})

describe('an address of a photo', () => {
  test.each([
    '',
    'x',
    'A'.repeat(22),
    `${'A'.repeat(21)}%00`,
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2e%2e%5c%2e%2e%5cboot.ini',
    '%27%20or%201%3D1--'.padEnd(22, 'A'),
    `${'A'.repeat(22)}/`,
  ])('that does not exist answers 404: %j', { tags: ['check-44'] }, async (name) => {
    expect(codeOf(await app.anonymous(`/api/users/photos/${name}`))).toEqual([404, 'not_found'])
  })
})
