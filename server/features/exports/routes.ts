import * as api from '#contracts/exports.ts'
import { type App, route, streamRoute } from '#server/route.ts'
import { createExport } from './create-export.ts'
import { downloadExport } from './download-export.ts'
import { getExportRights } from './get-export-rights.ts'

export function exportRoutes(app: App): void {
  route(app, api.getExportRights, ({ ctx }) => getExportRights(ctx))
  route(app, api.createExport, ({ ctx, body }) => createExport(ctx, body))
  streamRoute(app, api.downloadExport, ({ ctx, params, takePlace }) =>
    downloadExport(ctx, params.ticket, takePlace),
  )
}
