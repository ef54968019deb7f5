import { beforeEach } from 'vitest'
import type { Config } from '#server/platform/config.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { newReceiving, startWebhookReceiver } from '#testing/webhook-receiver.ts'

/**
 * The whole HTTP server, and a receiver of its webhooks that forgets before each test what it
 * received and how it was told to answer.
 */
export function useWebhookApp(configOf: () => Partial<Config> = () => ({})) {
  const receiver = newReceiving()
  const started = sharedByTests(() => startWebhookReceiver(receiver))
  const app = useTestApp(() => ({ config: { ...started.config, ...configOf() } }))
  beforeEach(() => {
    Object.assign(receiver, newReceiving())
  })
  return { app, receiver }
}
