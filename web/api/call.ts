import type {
  AnyEndpoint,
  BodyOf,
  Download,
  ParamsOf,
  QueryInputOf,
  ResponseOf,
  TextBody,
  Upload,
} from '#contracts/endpoint.ts'
import { ApiError } from '#web/api/api-error.ts'
import type { Transport } from '#web/api/transport.ts'

type None = Record<never, never>
/** A part without a schema infers `unknown`; one whose fields are all optional may be omitted. */
type Part<Key extends string, Value> = unknown extends Value
  ? None
  : None extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }

export type CallInput<E extends AnyEndpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryInputOf<E>> &
  Part<'body', BodyOf<E>> &
  (E extends { upload: Upload } ? { file: Blob } : None) &
  /** Its type is one of the endpoint's. */
  (E extends { text: TextBody } ? { text: Blob } : None)

type LooseInput = { params?: unknown; query?: unknown; body?: unknown; file?: Blob; text?: Blob }

/**
 * Makes the call that the endpoint describes and validates the answer.
 * @throws ApiError
 */
export async function call<E extends AnyEndpoint>(
  transport: Transport,
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> {
  const { params, query, body, file, text } = input as LooseInput
  const answer = await transport({
    method: endpoint.method,
    path: addressOf(endpoint.path, params, query),
    body: endpoint.upload && file ? formWith(endpoint.upload.field, file) : (text ?? body),
    signal,
  })
  const parsed = endpoint.response.safeParse(answer)
  if (parsed.success) return parsed.data as ResponseOf<E>
  throw new ApiError(
    'malformed_response',
    '',
    { status: 200, requestId: null },
    { cause: parsed.error },
  )
}

function formWith(field: string, file: Blob): FormData {
  const form = new FormData()
  form.set(field, file)
  return form
}

/** With the parameters filled in, and the query; undefined values are left out. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const values = fields(params)
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(fields(query))) {
    if (value === undefined || value === null) continue
    for (const item of Array.isArray(value) ? value : [value]) search.append(key, String(item))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

// Safe: only read by key, and every value goes through String().
const fields = (value: unknown) => (value ?? {}) as Record<string, unknown>

/** The file that the download answers. @throws ApiError */
export async function download<D extends Download>(
  transport: Transport,
  { method, path }: D,
  { params, query }: { params: ParamsOf<D>; query?: unknown },
): Promise<Blob> {
  const answer = await transport({ method, path: addressOf(path, params, query), isFile: true })
  if (answer instanceof Blob) return answer
  throw new ApiError('malformed_response', '', { status: 200, requestId: null })
}
