import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSession, visitorOf } from '#web/lib/session.tsx'

/**
 * Whether to show the banner: only to signed-out visitors. If a page was rendered for a member and the session check then finds no session,
 * the banner stays hidden until the next navigation, because it would push down the text that the visitor is reading.
 */
export function useBannerPlace(): boolean {
  const { key } = useLocation()
  const visitor = visitorOf(useSession())
  const [memberPage] = useState(visitor === 'unknown' ? key : null)
  return visitor === 'anonymous' && key !== memberPage
}
