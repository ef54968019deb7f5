import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { shouldRevalidate } from './store-list-page.tsx'

test('each press within the list adds its own history step, however quickly the next one follows', async () => {
  const endless = () => new Promise<null>(() => undefined)
  const list = { id: 'list', path: '/list', loader: endless, shouldRevalidate }
  const router = createMemoryRouter([list], {
    initialEntries: ['/list'],
    hydrationData: { loaderData: { list: null } },
  })
  const steps = ['?country=DE', '?country=DE%2CFR', '?country=DE%2CFR&page=1']
  for (const step of steps) void router.navigate(`/list${step}`)
  expect(router.state.location.search).toBe(steps[2])
  await router.navigate(-1)
  expect(router.state.location.search).toBe(steps[1])
  await router.navigate(-1)
  expect(router.state.location.search).toBe(steps[0])
})
