import { overloaded } from '#server/errors.ts'

/** More than a screen asks for at once has to wait, so that nobody's questions keep those of others waiting. */
const MAX_AT_ONCE = 4
/** With those that are answered: a quarter of all requests that may be under way. */
const MAX_UNDER_WAY = 25

/** Requests of one account take turns. */
export type AccountTurns = {
  /** Resolves when it is the request's turn; it ends with the turn's disposal. @throws AppError `overloaded` when too many wait already */
  take: (account: string) => Promise<Disposable>
}

type Line = { underWay: number; free: number; waiting: (() => void)[] }

export function createAccountTurns(): AccountTurns {
  const lines = new Map<string, Line>()
  const leave = (account: string, line: Line) => {
    line.underWay -= 1
    const next = line.waiting.shift()
    if (next) next()
    else line.free += 1
    if (line.underWay === 0) lines.delete(account)
  }
  return {
    async take(account) {
      const line = lines.get(account) ?? { underWay: 0, free: MAX_AT_ONCE, waiting: [] }
      if (line.underWay >= MAX_UNDER_WAY) throw overloaded()
      lines.set(account, line)
      line.underWay += 1
      if (line.free > 0) line.free -= 1
      else await new Promise<void>((resolve) => line.waiting.push(resolve))
      return { [Symbol.dispose]: () => leave(account, line) }
    },
  }
}
