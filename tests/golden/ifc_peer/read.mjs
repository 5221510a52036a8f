// Reads an IFC file with web-ifc and prints what the test asks for as one line of JSON: counts of entities, GUIDs,
// net floor areas of spaces, volumes of walls as triangulated, entities that do not follow the schema.
import fs from 'node:fs';
import * as WebIFC from 'web-ifc';

const api = new WebIFC.IfcAPI();
await api.Init();
api.SetLogLevel(WebIFC.LogLevel.LOG_LEVEL_OFF);
const model = api.OpenModel(new Uint8Array(fs.readFileSync(process.argv[2])));
const names = Object.fromEntries(Object.entries(WebIFC).filter(([k, v]) => /^IFC[A-Z0-9]+$/.test(k) && typeof v === 'number')
    .map(([k, v]) => [v, k]));

// Arguments written as "*" because the schema derives them; web-ifc passes over them.
const derived = {IFCGEOMETRICREPRESENTATIONSUBCONTEXT: 4, IFCSIUNIT: 1};

const result = {schema: api.GetModelSchema(model), counts: {}, guids: [], areas: {}, volumes: {}, wrong: []};
const lines = api.GetAllLines(model);
const byId = {};  // the plan's id of every product
for (let i = 0; i < lines.size(); ++i) {
  const line = api.GetLine(model, lines.get(i));
  const type = names[line.type] ?? `type ${line.type}`;
  result.counts[type] = (result.counts[type] ?? 0) + 1;
  if (line.GlobalId) result.guids.push(line.GlobalId.value);
  // Fields that web-ifc could not fill from the arguments, or arguments that it has no field for.
  const raw = api.GetRawLineData(model, lines.get(i)).arguments;
  const fields = Object.keys(line).filter((k) => k !== 'expressID' && k !== 'type' && !k.startsWith('_'));
  const written = raw.length + (derived[type] ?? 0);
  if (written !== fields.length) result.wrong.push(`${type}: ${written} arguments for ${fields.length} fields`);
}

function related(type) {
  const ids = api.GetLineIDsWithType(model, type);
  return Array.from({length: ids.size()}, (_, i) => api.GetLine(model, ids.get(i)));
}

for (const relation of related(WebIFC.IFCRELDEFINESBYPROPERTIES)) {
  const definition = api.GetLine(model, relation.RelatingPropertyDefinition.value);
  for (const property of definition.HasProperties ?? []) {
    const single = api.GetLine(model, property.value);
    if (single.Name.value === 'Id') byId[relation.RelatedObjects[0].value] = single.NominalValue.value;
  }
}
for (const relation of related(WebIFC.IFCRELDEFINESBYPROPERTIES)) {
  const definition = api.GetLine(model, relation.RelatingPropertyDefinition.value);
  if (definition.Name.value !== 'Qto_SpaceBaseQuantities') continue;
  for (const quantity of definition.Quantities) {
    const line = api.GetLine(model, quantity.value);
    if (line.Name.value === 'NetFloorArea') result.areas[byId[relation.RelatedObjects[0].value]] = line.AreaValue.value;
  }
}

// Volume within a closed mesh: the signed tetrahedra between its triangles and a corner.
function volume(vertices, indices) {
  const at = (i) => [vertices[6 * i], vertices[6 * i + 1], vertices[6 * i + 2]];
  const origin = at(indices[0]);
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => at(indices[i + k]).map((v, j) => v - origin[j]));
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return Math.abs(sum / 6);
}

api.StreamAllMeshesWithTypes(model, [WebIFC.IFCWALL], (mesh) => {
  let sum = 0;
  for (let i = 0; i < mesh.geometries.size(); ++i) {
    const geometry = api.GetGeometry(model, mesh.geometries.get(i).geometryExpressID);
    sum += volume(api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize()),
                  api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()));
  }
  result.volumes[byId[mesh.expressID]] = sum;
});
console.log(JSON.stringify(result));
