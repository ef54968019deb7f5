import { useLocation } from 'react-router'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { entryOf, type WorkEntry } from './work-entries.ts'

/** The current entry for members on a screen of work; null where the public frame shows. */
export function useWorkEntry(): WorkEntry | null {
  const entry = entryOf(useLocation())
  const visitor = visitorOf(useSession())
  return visitor === 'paid' || visitor === 'unknown' ? entry : null
}
