import { expect, test, vi } from 'vitest'
import { pageOfPreview, previewPath } from '#contracts/site/public-pages.ts'
import { createPreviews } from './draw-preview.ts'

const texts = { title: 'New stores', description: 'Each day.' }
const path = previewPath('en', 'home', texts.title + texts.description)
const asked = { path, language: 'en', page: 'home', host: 'storedawn.example' } as const
const start = (draw: () => Promise<Buffer>) =>
  createPreviews(async (_language, page) => (page === 'home' ? texts : null), draw)

test('a preview is drawn once for parallel requests', async () => {
  const draw = vi.fn<() => Promise<Buffer>>(async () => Buffer.from('png'))
  const previews = start(draw)
  const answers = await Promise.all([previews.find(asked), previews.find(asked)])
  expect([...answers, await previews.find(asked)]).toEqual(
    Array(3).fill({ kind: 'picture', png: Buffer.from('png') }),
  )
  expect(draw).toHaveBeenCalledOnce()
})

test('a failed drawing is retried, and does not block the next one', async () => {
  const draw = vi
    .fn<() => Promise<Buffer>>(async () => Buffer.from('png'))
    .mockRejectedValueOnce(new Error('ink'))
  const previews = start(draw)
  await expect(previews.find(asked)).rejects.toThrow('ink')
  expect(await previews.find(asked)).toMatchObject({ kind: 'picture' })
})

test('nothing is drawn for an outdated address or a missing page', async () => {
  const draw = vi.fn<() => Promise<Buffer>>()
  const previews = start(draw)
  expect(await previews.find({ ...asked, path: '/previews/en/home-0.png' })).toEqual({
    kind: 'moved',
    path,
  })
  expect(await previews.find({ ...asked, page: 'nothing' })).toBeNull()
  expect(draw).not.toHaveBeenCalled()
})

test('a preview’s file name identifies its page, and changes with its text', () => {
  expect(pageOfPreview(path.split('/').at(-1) ?? '')).toBe('home')
  expect(pageOfPreview('home.png')).toBeNull()
  expect(previewPath('en', 'home', 'a')).not.toBe(previewPath('en', 'home', 'b'))
})
