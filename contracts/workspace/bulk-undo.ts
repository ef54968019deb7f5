import * as z from 'zod/mini'

/** Names a change for `undoChange`, which takes it back until then. */
export const BulkUndo = z.object({ id: z.uuid(), until: z.iso.datetime() })
export type BulkUndo = z.infer<typeof BulkUndo>
