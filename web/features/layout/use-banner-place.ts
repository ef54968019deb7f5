import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSession, visitorOf } from '#web/lib/session.tsx'

/**
 * Whether there is room for the banner: for strangers only. A page that began as a member's and turns out to be nobody's
 * stays as it stands until the visitor goes on: the banner would push down what they are reading.
 */
export function useBannerPlace(): boolean {
  const { key } = useLocation()
  const visitor = visitorOf(useSession())
  const [memberPage] = useState(visitor === 'unknown' ? key : null)
  return visitor === 'anonymous' && key !== memberPage
}
