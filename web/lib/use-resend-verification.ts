import { resendVerification } from '#contracts/auth.ts'
import { useCall } from '#web/api/use-call.ts'
import { useResend, type Resend } from '#web/lib/use-resend.ts'

/** As long as the resend of the specification takes; a spinner that only flashes would look like nothing happened. */
const LEAST_MS = 1_500

export function useResendVerification(email: string): Resend {
  const resend = useCall(resendVerification)
  return useResend({
    name: 'verification',
    request: () => resend.mutateAsync({ body: { email: email.trim() } }),
    leastMs: LEAST_MS,
  })
}
