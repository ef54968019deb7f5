import { describe, expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { StoreSort } from '#contracts/catalog/stores.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()
const readDocument = async () => (await app.anonymous('/api/openapi.json')).json()

describe('the description of the API', () => {
  test('lists every call with its parameters, answers and access', async () => {
    const document = await readDocument()
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Storedawn' } })
    for (const endpoint of allEndpoints) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
      expect(operation).toMatchObject({ operationId: endpoint.name, summary: endpoint.summary })
      const byKey = endpoint.access === 'paid' && endpoint.method === 'GET' ? [{ apiKey: [] }] : []
      expect(operation.security).toEqual(
        endpoint.access === 'public' ? [] : [{ session: [] }, ...byKey],
      )
      const inPath = operation.parameters.filter(
        (parameter: { in: string }) => parameter.in === 'path',
      )
      expect(inPath.map(({ name }: { name: string }) => `{${name}}`)).toEqual(
        path.match(/\{\w+\}/g) ?? [],
      )
      expect(operation.responses['200'].content['application/json'].schema).toHaveProperty(
        'type',
        'object',
      )
      expect(Boolean(operation.requestBody)).toBe(
        Boolean(endpoint.body ?? endpoint.upload ?? endpoint.text),
      )
    }
    const ids = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(
      (item) => Object.values(item).map(({ operationId }) => operationId),
    )
    const names = [
      ...allEndpoints.map(({ name }) => name),
      'downloadExclusions',
      'downloadExport',
      'followStores',
      'getPicture',
      'getPhoto',
      'readFeed',
      'receiveBillingWebhook',
    ]
    expect(ids.toSorted()).toEqual(names.toSorted())
  })

  test('describes what a webhook gets', async () => {
    const { webhooks } = await readDocument()
    const { parameters, requestBody } = webhooks['saved_search.matched'].post
    expect(parameters.map(({ name }: { name: string }) => name)).toContain('webhook-signature')
    const { properties } = requestBody.content['application/json'].schema
    expect(Object.keys(properties.data.properties)).toEqual(['search', 'count', 'stores'])
    expect(webhooks['saved_search.matched'].post.security).toEqual([])
    const test = webhooks.test.post.requestBody.content['application/json'].schema
    expect(test.properties).toMatchObject({ type: { const: 'test' }, data: { properties: {} } })
  })

  test('has no dangling references', async () => {
    const document = await readDocument()
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
    const missing = [...references].filter(
      ([, path = '']) => path.split('/').reduce((node, key) => node?.[key], document) === undefined,
    )
    expect(missing).toEqual([])
  })

  test('describes query values as the server accepts them', async () => {
    const { parameters } = (await readDocument()).paths['/api/stores'].get
    const byName = new Map<string, { required: boolean; schema: Record<string, unknown> }>(
      parameters.map((parameter: { name: string; required: boolean; schema: object }) => [
        parameter.name,
        parameter,
      ]),
    )
    expect(byName.get('size')).toMatchObject({
      required: false,
      schema: { type: 'string', pattern: String.raw`^\d{1,9}$` },
    })
    expect(byName.get('date')?.schema).toEqual({ type: 'string', format: 'date' })
    expect(byName.get('sortBy')?.schema['enum']).toEqual(StoreSort.options)
  })

  test('says what each group of calls is about', async () => {
    const { tags, paths } = await readDocument()
    const items = Object.values<Record<string, { tags: string[] }>>(paths)
    const used = items.flatMap((item) => Object.values(item).flatMap((call) => call.tags))
    const described = new Map<string, string>(
      tags.map((tag: { name: string; description: string }) => [tag.name, tag.description]),
    )
    expect([...described.keys()].toSorted()).toEqual([...new Set(used)].toSorted())
    expect([...described.values()].filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([])
  })

  test('says that strangers and keys may ask too often, and a probe never', async () => {
    const { paths } = await readDocument()
    for (const { access, method, path, name } of allEndpoints) {
      const isCounted =
        access === 'public' ? name !== 'getHealth' : access === 'paid' && method === 'GET'
      const { responses } = paths[path.replaceAll(/:(\w+)/g, '{$1}')][method.toLowerCase()]
      expect([name, '429' in responses]).toEqual([name, isCounted])
    }
  })

  test('names the properties of a record that has every key', async () => {
    const document = await readDocument()
    const { properties } =
      document.paths['/api/public/prices'].get.responses['200'].content['application/json'].schema
    expect(Object.keys(properties.prices.properties)).toEqual(properties.prices.required)
    expect(properties.prices.properties.TRY.properties.plus).toMatchObject({ type: 'object' })
  })
})
