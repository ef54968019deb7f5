import { beforeEach, expect, test, vi } from 'vitest'
import { fetchTexts } from './fetch-texts.ts'

const ask = vi.fn<typeof fetch>()
beforeEach(() => {
  ask.mockReset()
  vi.stubGlobal('fetch', ask)
  vi.stubGlobal('__LOCALES_VERSION__', '1')
})

const texts = { title: 'Hello' }
const answers = (...statuses: number[]) => {
  for (const status of statuses)
    if (status === 0) ask.mockRejectedValueOnce(new TypeError('offline'))
    else ask.mockResolvedValueOnce(Response.json(texts, { status }))
}

test.each([
  [[200], 1],
  [[500, 200], 2],
  [[503, 0, 200], 3],
])(
  'texts load after the server answers %j in turn, in %d requests',
  { tags: ['errors.translations-retryable', 'check-91'] },
  async (statuses, asked) => {
    answers(...statuses)
    expect(await fetchTexts('en', 'common', [0, 0])).toEqual(texts)
    expect(ask).toHaveBeenCalledTimes(asked)
  },
)

test.each([
  ['network errors', [0, 0, 0], 'network'],
  ['errors of the server', [500, 502, 503], 'internal'],
])(
  'persistent %s throw after the last try',
  { tags: ['errors.translations-retryable'] },
  async (_, statuses, code) => {
    answers(...statuses)
    await expect(fetchTexts('en', 'common', [0, 0])).rejects.toMatchObject({ code })
    expect(ask).toHaveBeenCalledTimes(3)
  },
)

test.each([400, 404, 429])(
  'a request refused with status %d is not retried',
  { tags: ['errors.translations-4xx', 'check-91'] },
  async (status) => {
    answers(status, 200)
    await expect(fetchTexts('en', 'common', [0, 0])).rejects.toMatchObject({ status })
    expect(ask).toHaveBeenCalledOnce()
  },
)
