import { expect, test } from 'vitest'
import { createAccountTurns } from './account-turns.ts'

/** Takes as many turns; each is noted once it has come. */
function takeMany(count: number, account = 'a') {
  const turns = createAccountTurns()
  const come: Disposable[] = []
  const taken = Array.from({ length: count }, () => turns.take(account).then((turn) => void come.push(turn)))
  return { turns, come, taken }
}

test('four requests of an account are answered at once, and the others one after the other in their order', async () => {
  const { come, taken } = takeMany(6)
  await Promise.all(taken.slice(0, 4))
  expect(come).toHaveLength(4)
  come[2]?.[Symbol.dispose]()
  await taken[4]
  expect(come).toHaveLength(5)
  come[0]?.[Symbol.dispose]()
  await taken[5]
})

test('an account that waits keeps no other one waiting, and with too many it is refused alone', async () => {
  const { turns, come, taken } = takeMany(25)
  await Promise.all(taken.slice(0, 4))
  await expect(turns.take('a')).rejects.toMatchObject({ code: 'overloaded' })
  await turns.take('b')
  for (let at = 0; at < 25; at++) {
    await taken[at]
    come[at]?.[Symbol.dispose]()
  }
  await turns.take('a')
})
