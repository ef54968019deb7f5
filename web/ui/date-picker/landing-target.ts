import type { Visitor } from '#web/lib/session.tsx'
import { paths } from '#web/paths.ts'

/** Where the loaded preview leads from the landing page. Who may not pass there is sent on from there. */
export function landingTarget(visitor: Visitor): string {
  switch (visitor) {
    case 'paid':
      return paths.app()
    // A member, it seems: the dashboard waits for the check and decides.
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
