import * as z from 'zod'

/** Messages from the server on the small disk to the proving script. */
export const FullDiskReport = z.discriminatedUnion('kind', [
  /** `kept`: the rows that the server found intact. */
  z.object({
    kind: z.literal('ready'),
    origin: z.string(),
    token: z.string(),
    kept: z.array(z.int()),
  }),
  z.object({ kind: z.literal('acknowledged'), id: z.int() }),
  z.object({ kind: z.literal('refused'), problem: z.string() }),
])
export type FullDiskReport = z.infer<typeof FullDiskReport>
