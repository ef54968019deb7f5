import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSession, visitorOf } from '#web/lib/session.tsx'

/**
 * Whether to show the banner: only to signed-out visitors. A page that began with a token, which then turns out to be invalid, shows no
 * banner until the next navigation, because the banner would push down the text that the visitor is reading.
 */
export function useBannerPlace(): boolean {
  const { key } = useLocation()
  const visitor = visitorOf(useSession())
  const [memberPage] = useState(visitor === 'unknown' ? key : null)
  return visitor === 'anonymous' && key !== memberPage
}
