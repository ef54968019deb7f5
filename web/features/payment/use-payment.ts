import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { getPaymentStatus } from '#contracts/plans.ts'
import { call } from '#web/api/call.ts'
import { isPrivate, transportOf } from '#web/api/query.ts'
import { followPayment, WAIT_MS } from './follow-payment.ts'
import type { PaymentView } from './payment-view.ts'
import { planOf, useSession, useSessionStore } from '#web/lib/session.tsx'

/** Maximum length that the server accepts; a longer id cannot be one that we issued. */
const MOST_ID_LENGTH = 200

/** State of the checkout that the address names, or else of the latest one. Restarts when another account signs in. */
export function usePayment(checkoutId: string | null): { view: PaymentView; lookAgain: () => void } {
  const client = useQueryClient()
  const store = useSessionStore()
  const session = useSession()
  const [view, setView] = useState<PaymentView>({ kind: 'processing' })
  const [round, setRound] = useState(0)
  const openedAt = useRef<number | null>(null)
  const visitor = session.status === 'signed-in' ? session.user.id : session.status

  useEffect(() => {
    openedAt.current ??= performance.now()
    if (visitor === 'checking') return
    const query = checkoutId ? { checkoutId: checkoutId.slice(0, MOST_ID_LENGTH) } : {}
    const left = new AbortController()
    void followPayment(
      {
        isSignedIn: visitor !== 'anonymous',
        waitMs: Math.max(0, WAIT_MS - (performance.now() - openedAt.current)),
        ask: (signal) => call(transportOf(client), getPaymentStatus, { query }, signal),
        async refresh() {
          await store.check()
          // The former plan was refused some answers; load them again.
          void client.invalidateQueries({ predicate: isPrivate })
          const current = store.current()
          return current.status === 'signed-in' ? planOf(current.user) : 'guest'
        },
        show: setView,
      },
      left.signal,
    )
    return () => left.abort()
  }, [client, store, visitor, checkoutId, round])

  const lookAgain = useCallback(() => {
    setView({ kind: 'processing' })
    setRound((before) => before + 1)
  }, [])
  useEffect(() => {
    if (view.kind !== 'offline') return
    addEventListener('online', lookAgain)
    return () => removeEventListener('online', lookAgain)
  }, [view.kind, lookAgain])
  return { view, lookAgain }
}
