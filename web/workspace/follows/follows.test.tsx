import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { toClusterId, toStoreId } from '#contracts/ids.ts'
import { type Follow, type FollowTarget, listFollows } from '#contracts/workspace/follows.ts'
import { given, hrefs, renderScreen, textOf } from '#testing/render-screen.tsx'
import { textsOf } from '#testing/texts.ts'
import { FollowButton, isSameTarget } from './follow-button.tsx'
import { FollowList } from './follow-list.tsx'

const { t } = textsOf('en')

let ids = 0
const follow = (target: FollowTarget, values: Partial<Follow> = {}): Follow => ({
  id: `3f0e3c8a-6a55-4d0e-9c43-${String(++ids).padStart(12, '0')}`,
  target,
  name: null,
  domain: null,
  imageUrl: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...values,
})
const store: FollowTarget = { kind: 'store', storeId: toStoreId(7) }
const cluster: FollowTarget = { kind: 'cluster', clusterId: toClusterId(7) }
const niche: FollowTarget = { kind: 'niche', category: 'beauty', country: 'DE' }

const draw = (screen: ReactNode, follows: Follow[], limit = 20) =>
  renderScreen(screen, { answers: [given(listFollows, { follows, limit })] })

test('follows are grouped by kind and link to their pages; a product that is gone has no link', () => {
  const follows = [
    follow(store, { name: 'Moon Lamps', domain: 'lamp.example' }),
    follow(cluster, { name: 'Cat ball' }),
    follow({ kind: 'cluster', clusterId: toClusterId(8) }),
    follow(niche),
  ]
  const html = draw(<FollowList />, follows)
  const pages = ['/changes?followed=yes', '/store/7', '/products/7', '/pulse/beauty/DE']
  expect(hrefs(html)).toEqual(pages)
  const text = textOf(html)
  for (const shown of [
    'Moon Lamps',
    'lamp.example',
    'Cat ball',
    t('follows:gone'),
    'Beauty · Germany',
    t('follows:room', { used: '4', limit: '20' }),
  ])
    expect(text).toContain(shown)
})

test('without follows the list says where the buttons are', () => {
  expect(textOf(draw(<FollowList />, []))).toContain(t('follows:empty.text'))
})

test.each<[string, FollowTarget, Follow[], number, boolean, boolean]>([
  ['is not followed', store, [], 20, false, false],
  ['is followed', store, [follow(store)], 20, true, false],
  ['is another kind with the same number', store, [follow(cluster)], 20, false, false],
  ['has little room left', niche, [follow(store), follow(cluster)], 3, false, true],
])('the button of what %s', (_what, target, follows, limit, isPressed, isScarce) => {
  const html = draw(<FollowButton target={target} name="It" />, follows, limit)
  expect(html).toContain(`aria-pressed="${isPressed}"`)
  expect(textOf(html)).toContain(t(isPressed ? 'follows:following' : 'follows:follow'))
  // What it sends is said before it is pressed, and how many are left.
  expect(html).toContain(`title="${t(`follows:sends.${target.kind}`)}`)
  expect(html).toContain(t('follows:room', { used: String(follows.length), limit: String(limit) }))
  expect(textOf(html).includes(`${follows.length}/${limit}`)).toBe(isScarce)
})

test('targets are the same by kind and by what they name', () => {
  const targets: FollowTarget[] = [
    store,
    cluster,
    niche,
    { ...niche, country: 'FR' },
    { kind: 'store', storeId: toStoreId(8) },
  ]
  for (const one of targets)
    expect(targets.filter((other) => isSameTarget(one, other))).toEqual([one])
})
