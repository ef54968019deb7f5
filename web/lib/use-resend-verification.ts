import { resendVerification } from '#contracts/auth.ts'
import { useCall } from '#web/api/use-call.ts'
import { useResend, type Resend } from '#web/lib/use-resend.ts'

/** Duration of the resend in the specification. A spinner that only flashes would look as if the press had no effect. */
const LEAST_MS = 1_500

export function useResendVerification(email: string): Resend {
  const resend = useCall(resendVerification)
  return useResend({
    name: 'verification',
    request: () => resend.mutateAsync({ body: { email: email.trim() } }),
    leastMs: LEAST_MS,
  })
}
