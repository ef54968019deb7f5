import type { InjectOptions } from 'fastify'

/** A form with one file, encoded as by a browser, for `inject`. */
export async function formOf(
  file: Uint8Array,
  { field = 'file', name = 'me.png', type = 'image/png', more = {} as Record<string, string> } = {},
): Promise<Pick<InjectOptions, 'headers' | 'payload'>> {
  const form = new FormData()
  for (const [key, value] of Object.entries(more)) form.append(key, value)
  form.append(field, new File([Uint8Array.from(file)], name, { type }))
  const written = new Response(form)
  return {
    headers: { 'content-type': written.headers.get('content-type') ?? '' },
    payload: Buffer.from(await written.arrayBuffer()),
  }
}
