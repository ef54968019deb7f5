import { parse } from 'csv-parse/sync'
import type { ExportRequest } from '#contracts/workspace/exports.ts'
import type { Answer, TestApp } from '#testing/test-app.ts'

type Send = TestApp['anonymous']
export type AskedExport = Partial<Omit<ExportRequest, 'query' | 'columns'>> & {
  columns?: readonly string[]
  query?: Record<string, string>
  storeIds?: number[]
  except?: number[]
}

export function createExportCalls(app: () => TestApp) {
  const ask = (send: Send, asked: AskedExport = {}, headers = {}): Promise<Answer> =>
    send({
      method: 'POST',
      url: '/api/exports',
      payload: { view: 'stores', format: 'csv', columns: ['id', 'name'], query: {}, ...asked },
      headers,
    })
  /** The address of the file. @throws if the export was refused */
  const urlOf = async (send: Send, asked: AskedExport = {}): Promise<string> => {
    const answer = await ask(send, asked)
    if (answer.statusCode !== 200) throw new Error(`refused: ${answer.body}`)
    return answer.json().url
  }
  return {
    ask,
    urlOf,
    rowsOf,
    exported: async (send: Send, asked: AskedExport = {}) =>
      rowsOf(await app().anonymous(await urlOf(send, asked))),
    remaining: async (send: Send): Promise<number | null> =>
      (await send('/api/exports')).json().remainingToday,
    /** A new account, with its own daily quota. */
    someone: (role: 'PRO_USER' | 'PLUS_USER') => app().newAccount(role),
  }
}

const rowsOf = ({ body }: Answer): string[][] => parse(body, { bom: true }).slice(1)
