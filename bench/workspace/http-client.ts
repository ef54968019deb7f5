import { Agent, request } from 'node:http'

export type Reply = { status: number; bytes: number; text: string }
export type Get = (path: string, token?: string) => Promise<Reply>

/**
 * GET over persistent connections; gives up with a TimeoutError after `withinMs`. `encoding` as a
 * browser sends it; without it, answers are uncompressed and readable.
 */
export function createGet(
  origin: string,
  {
    connections,
    encoding,
    withinMs,
  }: { connections: number; encoding?: string; withinMs?: number },
): Get {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return (path, token) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(encoding !== undefined && { 'accept-encoding': encoding }),
      }
      const signal = withinMs === undefined ? undefined : AbortSignal.timeout(withinMs)
      request(origin + path, { agent, headers, signal }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', reject)
        answer.once('end', () => {
          const body = Buffer.concat(chunks)
          resolve({
            status: answer.statusCode ?? 0,
            bytes: body.length,
            text: encoding ? '' : body.toString(),
          })
        })
      })
        .once('error', reject)
        .end()
    })
}
