export type RequestRecord = {
  id: number
  atMs: number
  host: string
  path: string
  /** Without the question mark. */
  query: string
  /** The User-Agent header; null if it is missing. */
  agent: string | null
  isSigned: boolean
  status: number
  connection: number
}

export type RequestLog = {
  add: (record: Omit<RequestRecord, 'id'>) => void
  since: (id: number) => RequestRecord[]
  readonly total: number
}

/** The most recent requests; older ones are dropped. */
export function createRequestLog(capacity: number): RequestLog {
  const records: RequestRecord[] = []
  let total = 0
  return {
    add(record) {
      total++
      records[(total - 1) % capacity] = { id: total, ...record }
    },
    since: (id) => records.filter((record) => record.id > id).sort((a, b) => a.id - b.id),
    get total() {
      return total
    },
  }
}
