import { describe, expect, test } from 'vitest'
import { extract, pageOf } from '#testing/discovery/store-page.ts'

describe('a headless shop', () => {
  const headers = { 'powered-by': 'Shopify, Hydrogen' }
  const files = '<img src="https://cdn.shopify.com/s/files/1/0987/6543/2109/files/a.png">'
  const shopOf = (html: string) => extract({ home: pageOf(`${files}${html}`, { headers }) }).shop

  test('is identified by the only platform host that it prints', () => {
    expect(
      shopOf('<script>const api = "https://lumen-9k.myshopify.com/api"</script>'),
    ).toMatchObject({
      value: 'lumen-9k.myshopify.com',
      label: 'inferred',
    })
  })

  test('stays unidentified with two platform hosts, or none', () => {
    expect(shopOf('<a href="https://lumen-9k.myshopify.com">a</a> other.myshopify.com')).toBeNull()
    expect(shopOf('')).toBeNull()
  })
})

describe('a shop that only its response headers reveal', () => {
  const home = (status: number, headers: Record<string, string>) =>
    extract({ home: pageOf('<div id="root"></div>', { status, headers }) })
  const cached = { 'powered-by': 'Shopify', etag: '"page_cache:98765432109:IndexController:abc"' }

  test('is a store with the id of the header', () => {
    expect(home(200, cached)).toMatchObject({ isStore: true, shopId: { value: '98765432109' } })
    expect(
      home(200, { 'powered-by': 'Shopify', 'server-timing': 'theme;desc="133156700123"' }),
    ).toMatchObject({
      isStore: true,
      theme: { value: { id: '133156700123' } },
    })
  })

  test('is no store without an id, or with an error', () => {
    expect(home(200, { 'powered-by': 'Shopify' }).isStore).toBe(false)
    expect(home(404, cached).isStore).toBe(false)
  })
})
