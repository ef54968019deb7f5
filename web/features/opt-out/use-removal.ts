import { useState } from 'react'
import { confirmOptOut, type OptedOut, type OptOutConfirmation } from '#contracts/opt-out.ts'
import { isApiError } from '#web/api/api-error.ts'
import { useCall } from '#web/api/use-call.ts'
import { useCooldown } from '#web/lib/use-cooldown.ts'

type Removal = {
  error: unknown
  isBusy: boolean
  /** Seconds until a retry makes sense. */
  waitSeconds: number
  remove: (confirmation: OptOutConfirmation) => Promise<void>
}

/** Asks the server to check the proof. After too many requests it waits as long as the server says. */
export function useRemoval(onDone: (outcome: OptedOut) => void): Removal {
  const confirming = useCall(confirmOptOut)
  const [error, setError] = useState<unknown>(null)
  const { seconds, start } = useCooldown('opt-out')
  return {
    error,
    isBusy: confirming.isPending,
    waitSeconds: seconds,
    remove: async (body) => {
      setError(null)
      try {
        onDone(await confirming.mutateAsync({ body }))
      } catch (failure) {
        if (isApiError(failure, 'rate_limited')) start(failure.retryAfterSeconds)
        setError(failure)
      }
    },
  }
}
