/** A log's answer parsed as JSON; `null` for anything else, such as an error page with status 200. */
export function parseJsonBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
