/**
 * Replaces a process of the product under `server/supervisor.ts`: accepts the same orders and
 * writes its actions into DATA_DIR.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ProcessOrder } from '#server/run-role-process.ts'

process.on('SIGINT', () => undefined)
process.on('message', (order: ProcessOrder) => {
  if (order.kind !== 'start') return
  const { DATA_DIR, ROLES, PORT } = order.config
  const note = (what: string) =>
    appendFileSync(
      path.join(DATA_DIR, 'events'),
      `${what} ${ROLES.join('+')} ${process.pid} ${PORT}\n`,
    )
  if (order.config.SUPPORT_EMAIL === 'broken@example.test') process.exit(1)
  if (order.config.SUPPORT_EMAIL === 'twice@example.test' && ROLES.includes('worker')) {
    const file = path.join(DATA_DIR, 'events')
    if (readFileSync(file, 'utf8').split('failed').length <= 2) {
      note('failed')
      process.exit(1)
    }
  }
  process.on('disconnect', () => {
    note('stopped')
    process.exit(0)
  })
  note('started')
  process.send?.({ kind: 'ready', address: ROLES.includes('api') ? 'http://localhost:1' : null })
})
