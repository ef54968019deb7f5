const TIMEOUT_MS = 5_000
const MAX_BYTES = 512 * 1024

/**
 * Fetches an address that the operator configured, or that the configured issuer named. The answer
 * is untrusted: its size and time are limited, and the caller parses it.
 * @throws Error for everything but a complete answer
 */
export async function boundedFetch(
  url: string,
  init: RequestInit = {},
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const signal = AbortSignal.timeout(timeoutMs)
  const response = await fetch(url, { ...init, redirect: 'error', signal })
  const text = await readText(response, url)
  return new Response(text, { status: response.status, headers: response.headers })
}

/** @throws Error for everything but a complete JSON answer with status 200 */
export async function fetchJson(
  url: string,
  init?: RequestInit,
  timeoutMs?: number,
): Promise<unknown> {
  const headers = { accept: 'application/json', ...init?.headers }
  const response = await boundedFetch(url, { ...init, headers }, timeoutMs)
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}

async function readText({ body }: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the rest; bytes are counted after decompression.
    if (bytes > MAX_BYTES) throw new Error(`${url} answered with more than ${MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}
