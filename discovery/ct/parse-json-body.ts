/** What a log answered as JSON; `null` for anything that is none, such as an error page with status 200. */
export function parseJsonBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
