import { expect, test } from 'vitest'
import { readEvents } from '#web/api/event-stream.ts'

const answerOf =
  (pieces: string[], status = 200) =>
  async () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
          controller.close()
        },
      }),
      { status },
    )

async function read(pieces: string[], status?: number): Promise<unknown[]> {
  const values: unknown[] = []
  const { signal } = new AbortController()
  for await (const value of readEvents('/x', {
    token: 't',
    signal,
    fetch: answerOf(pieces, status),
  }))
    values.push(value)
  return values
}

test.each([
  [
    'whole events',
    ['data: {"total":1}\n\n', 'data: {"total":2}\n\n'],
    [{ total: 1 }, { total: 2 }],
  ],
  [
    'events in pieces',
    ['da', 'ta: {"to', 'tal":1}\n', '\ndata: {"total":2}\n\n'],
    [{ total: 1 }, { total: 2 }],
  ],
  ['signs of life between them', [':\n\n:\n\ndata: {"total":1}\n\n:\n\n'], [{ total: 1 }]],
  ['what is no JSON', ['data: {oops\n\ndata: {"total":1}\n\n'], [{ total: 1 }]],
  ['an end within an event', ['data: {"total":1}\n\ndata: {"tot'], [{ total: 1 }]],
])('reads %s', async (_what, pieces, values) => {
  expect(await read(pieces)).toEqual(values)
})

test('a refused stream throws an error with the status', async () => {
  await expect(read([], 403)).rejects.toMatchObject({ status: 403 })
})

test.each([
  ['session_expired', 401],
  ['plan_required', 403],
])('a stream that ends with %s throws an error with status %i', async (code, status) => {
  const refused = `event: refused\ndata: {"code":"${code}"}\n\n`
  await expect(read(['data: {"total":1}\n\n', refused])).rejects.toMatchObject({ status })
})
