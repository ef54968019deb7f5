import { spawn } from 'node:child_process'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import * as z from 'zod'

/**
 * A screenshot is a few megabytes of base64; a larger message means that the browser malfunctions.
 */
const MAX_MESSAGE_CHARS = 64 * 1024 * 1024
const ANSWER_WITHIN_MS = 20_000
const UNPRIVILEGED_ID = 65_534
/** Some systems start Chromium through a shell script. */
const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin'

/**
 * The sandbox stays on. No traffic can leave the browser: no name resolves, and every remaining
 * attempt goes to a proxy that does not exist. The driver supplies all resources of a page.
 */
const FLAGS = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-sync',
  '--disable-features=DnsOverHttps,MediaRouter,OptimizationHints,Translate',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--mute-audio',
  'about:blank',
]

const Message = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  sessionId: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
})

export type ChromiumEvent = { method: string; sessionId: string | undefined; params: unknown }

export type Chromium = AsyncDisposable & {
  /**
   * Sends one command of the DevTools protocol. @throws Error if it is refused, or if the browser
   * is gone or silent
   */
  send: (method: string, params?: object, sessionId?: string) => Promise<unknown>
  /** @returns a function that ends the listening */
  listen: (listener: (event: ChromiumEvent) => void) => () => void
  isGone: () => boolean
}

type Waiting = {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

/**
 * Drives a browser through a pipe, which no other process can control. Root starts it as `nobody`,
 * because Chromium refuses root with its sandbox on.
 * @throws Error if it does not start: not installed, or no support for its sandbox
 */
export async function startChromium(executablePath: string): Promise<Chromium> {
  const home = await mkdtemp(join(tmpdir(), 'storedawn-chromium-'))
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(home, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
  const child = spawn(executablePath, [`--user-data-dir=${join(home, 'profile')}`, ...FLAGS], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: { PATH: SYSTEM_PATH, HOME: home, LANG: 'en_US.UTF-8' },
    ...(isRoot && { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }),
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const [, , , input, output] = child.stdio
  const pipe = createPipe(input as Writable, output as Readable, () => child.kill('SIGKILL'))
  void ended.then(() => pipe.close('the browser ended'))
  const chromium: Chromium = {
    ...pipe,
    async [Symbol.asyncDispose]() {
      pipe.close('the browser was ended')
      child.kill('SIGKILL')
      await ended
      await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
  try {
    await chromium.send('Browser.getVersion')
    return chromium
  } catch (error) {
    await chromium[Symbol.asyncDispose]()
    throw error
  }
}

type Pipe = Pick<Chromium, 'send' | 'listen' | 'isGone'> & { close: (reason: string) => void }

function createPipe(input: Writable, output: Readable, giveUp: () => void): Pipe {
  const waiting = new Map<number, Waiting>()
  const listeners = new Set<(event: ChromiumEvent) => void>()
  let lastId = 0
  let gone: string | null = null
  const close = (reason: string): void => {
    gone ??= reason
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(new Error(reason))
    }
    waiting.clear()
  }
  const receive = (text: string): void => {
    const { id, method, sessionId, params, result, error } = Message.parse(JSON.parse(text))
    if (method !== undefined)
      for (const listener of listeners) listener({ method, sessionId, params })
    const asked = id === undefined ? undefined : waiting.get(id)
    if (id === undefined || !asked) return
    waiting.delete(id)
    clearTimeout(asked.timer)
    if (error) asked.reject(new Error(error.message))
    else asked.resolve(result)
  }
  const refuse = (): void => {
    close('the browser speaks nonsense')
    giveUp()
  }
  input.on('error', () => close('the browser does not listen'))
  readMessages(output, receive, refuse)
  return {
    close,
    isGone: () => gone !== null,
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        if (gone !== null) return reject(new Error(gone))
        const id = ++lastId
        const timer = setTimeout(() => {
          waiting.delete(id)
          reject(new Error(`${method}: no answer`))
        }, ANSWER_WITHIN_MS)
        waiting.set(id, { resolve, reject, timer })
        input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
      }),
  }
}

/** Messages end with a zero byte. */
function readMessages(output: Readable, receive: (text: string) => void, refuse: () => void): void {
  let parts: string[] = []
  let chars = 0
  output.setEncoding('utf8')
  output.on('error', refuse)
  output.on('data', (chunk: string) => {
    const [head = '', ...rest] = chunk.split('\0')
    parts.push(head)
    chars += head.length
    if (chars > MAX_MESSAGE_CHARS) return refuse()
    for (const next of rest) {
      try {
        receive(parts.join(''))
      } catch {
        return refuse()
      }
      parts = [next]
      chars = next.length
    }
  })
}
