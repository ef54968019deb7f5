import { useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contracts/endpoint.ts'
import { createExport, type ExportView, getExportRights } from '#contracts/exports.ts'
import type { ExportChoice } from '#web/lib/export-choice.ts'
import { startDownload } from '#web/lib/start-download.ts'
import { useCall } from '#web/api/use-call.ts'

/** Export `rows` of `total` rows. */
type Wanted = ExportChoice & { rows: number; total: number }

/** Requests the file and starts its download. */
export function useExport(view: ExportView, query: Readonly<Record<string, unknown>>) {
  const client = useQueryClient()
  const create = useCall(createExport, {
    onSuccess: ({ url }) => startDownload(url),
    // Not awaited: without a connection it would delay the error message.
    onSettled: () => void client.invalidateQueries({ queryKey: [getExportRights.name] }),
  })
  return {
    start({ format, columns, rows, total }: Wanted) {
      const limit = rows < total ? { limit: rows } : {}
      create.mutate({ body: bodyOf({ view, format, columns, query: textsOf(query), ...limit }) })
    },
    reset: create.reset,
    isPending: create.isPending,
    isStarted: create.isSuccess,
    startedRows: create.data?.rows ?? null,
    error: create.error,
  }
}

export type ExportRun = ReturnType<typeof useExport>

const OF_PAGE = new Set(['page', 'size', 'cursor'])

/** The query as the list's own call sends it: every field as a string. */
const textsOf = (query: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([key, value]) => !OF_PAGE.has(key) && value !== undefined && value !== null)
      .map(([key, value]) => [key, String(value)]),
  )

// Safe: the type of a body describes the output of its schema, not the input; the server validates it.
const bodyOf = (body: object) => body as BodyOf<typeof createExport>
