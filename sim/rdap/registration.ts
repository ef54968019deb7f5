import { randomFor } from '../random.ts'
import type { ShopProfile } from '../shop-platform/shop-profile.ts'
import { DAY_MS, HOUR_MS, YEAR_MS } from '../time.ts'

/**
 * When a shop's domain was registered. Most owners buy a domain when they set up their shop; some
 * have owned it for years; and some old shops have moved to a brand-new one.
 */
export function registeredMsOf(profile: ShopProfile): number {
  const random = randomFor(profile.key, 'domain')
  const share = random.next()
  const span = random.next()
  const { createdMs, launchedMs, loggedMs } = profile
  if (!profile.isNew) {
    const hasMoved = share < 0.08
    return Math.floor(
      hasMoved ? loggedMs - (4 + span * 50) * DAY_MS : createdMs - span * 3 * YEAR_MS,
    )
  }
  if (share < 0.62)
    return Math.floor(Math.min(createdMs + (span - 0.7) * 20 * DAY_MS, launchedMs - HOUR_MS))
  if (share < 0.82) return Math.floor(createdMs - (20 + span * 180) * DAY_MS)
  return Math.floor(createdMs - (1 + span * 8) * YEAR_MS)
}
