import type { Visitor } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'

/** Target of the loaded preview on the landing page. A visitor without access to it is redirected from there. */
export function landingTarget(visitor: Visitor): string {
  switch (visitor) {
    case 'paid':
      return paths.app()
    // Probably a member: the dashboard waits for the session check and decides.
    case 'unknown':
      return paths.app()
    case 'guest':
      return paths.pricing()
    case 'anonymous':
      return paths.login()
    default:
      return visitor satisfies never
  }
}
