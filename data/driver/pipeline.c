// Has a Vulkan driver compile one fragment shader, and prints what the driver says of it. Nothing is rendered, and no GPU is needed:
// RADV_FORCE_FAMILY names the chip. It reads `request`, `vertex.spv` and `fragment.spv` in its folder, and writes files there:
// `cache-N.bin` and `nir-N.txt` for the N-th number of samples (shaders/source/driver-process.ts).
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <vulkan/vulkan.h>

#define BINDINGS_MAX 256
#define SETS_MAX 32
#define SLOTS_MAX 64
#define REPRESENTATIONS_MAX 16

// Errors are one line each on stdout, which is all that is shown of them.
static void fail(const char *what, int code) {
  printf("error %s (%d)\n", what, code);
  fflush(stdout);
  _Exit(3);
}
#define CHECK(call) do { VkResult result_ = (call); if (result_ < 0) fail(#call, result_); } while (0)

static struct {
  char entry[256];
  int probe, depth, alphaToCoverage, dual, pushBytes;
  uint32_t sampleCounts[8], sampleCountsLength;
  uint32_t colours[8], coloursLength;
  struct { uint32_t location, format; } inputs[SLOTS_MAX];
  uint32_t inputsLength;
  struct { uint32_t set, binding, type, count; } bindings[BINDINGS_MAX];
  uint32_t bindingsLength;
  VkSpecializationMapEntry constants[SLOTS_MAX];
  uint32_t constantValues[SLOTS_MAX], constantsLength;
} request;

static void limit(int which, rlim_t most) {
  struct rlimit each = {most, most};
  setrlimit(which, &each);
}

static void *contents(const char *name, size_t *size) {
  FILE *file = fopen(name, "rb");
  if (!file) fail(name, 0);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  void *bytes = malloc(*size + 4);
  if (!bytes || fread(bytes, 1, *size, file) != *size) fail(name, 1);
  fclose(file);
  return bytes;
}

static void keep(const char *kind, uint32_t number, const char *suffix, const void *bytes, size_t size) {
  char name[64];
  snprintf(name, sizeof name, "%s-%u.%s", kind, number, suffix);
  FILE *file = fopen(name, "wb");
  if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) fail(name, 2);
}

static void readRequest(void) {
  FILE *file = fopen("request", "r");
  if (!file) fail("request", 0);
  char key[32];
  uint32_t a, b, c, d;
  while (fscanf(file, "%31s", key) == 1) {
    if (!strcmp(key, "entry") && fscanf(file, "%255s", request.entry) == 1) continue;
    if (!strcmp(key, "probe")) request.probe = 1;
    else if (!strcmp(key, "depth")) request.depth = 1;
    else if (!strcmp(key, "alphaToCoverage")) request.alphaToCoverage = 1;
    else if (!strcmp(key, "dual")) request.dual = 1;
    else if (!strcmp(key, "push") && fscanf(file, "%u", &a) == 1) request.pushBytes = (int)a;
    else if (!strcmp(key, "samples") && fscanf(file, "%u", &a) == 1 && request.sampleCountsLength < 8)
      request.sampleCounts[request.sampleCountsLength++] = a;
    else if (!strcmp(key, "colour") && fscanf(file, "%u", &a) == 1 && request.coloursLength < 8)
      request.colours[request.coloursLength++] = a;
    else if (!strcmp(key, "input") && fscanf(file, "%u %u", &a, &b) == 2 && request.inputsLength < SLOTS_MAX) {
      request.inputs[request.inputsLength].location = a;
      request.inputs[request.inputsLength++].format = b;
    } else if (!strcmp(key, "constant") && fscanf(file, "%u %u", &a, &b) == 2 && request.constantsLength < SLOTS_MAX) {
      uint32_t at = request.constantsLength++;
      request.constants[at] = (VkSpecializationMapEntry){a, 4 * at, 4};
      request.constantValues[at] = b;
    } else if (!strcmp(key, "binding") && fscanf(file, "%u %u %u %u", &a, &b, &c, &d) == 4 &&
               request.bindingsLength < BINDINGS_MAX && a < SETS_MAX) {
      request.bindings[request.bindingsLength].set = a;
      request.bindings[request.bindingsLength].binding = b;
      request.bindings[request.bindingsLength].type = c;
      request.bindings[request.bindingsLength++].count = d;
    } else fail("request", 1);
  }
  fclose(file);
}

static int offers(VkPhysicalDevice gpu, const char *name) {
  static VkExtensionProperties all[512];
  static uint32_t length;
  if (!length) {
    length = 512;
    vkEnumerateDeviceExtensionProperties(gpu, 0, &length, all);
  }
  for (uint32_t i = 0; i < length; i++)
    if (!strcmp(all[i].extensionName, name)) return 1;
  return 0;
}

static const char *EXTENSIONS[] = {
  "VK_EXT_fragment_shader_interlock", "VK_KHR_pipeline_executable_properties", "VK_EXT_descriptor_buffer",
  "VK_EXT_shader_image_atomic_int64", "VK_EXT_post_depth_coverage", "VK_EXT_shader_stencil_export",
  "VK_EXT_shader_atomic_float", "VK_KHR_fragment_shader_barycentric", "VK_KHR_shader_clock",
};

static VkDevice openDevice(void) {
  VkApplicationInfo application = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
  VkInstance instance;
  CHECK(vkCreateInstance(&(VkInstanceCreateInfo){VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application}, 0, &instance));
  VkPhysicalDevice gpu;
  uint32_t count = 1;
  VkResult found = vkEnumeratePhysicalDevices(instance, &count, &gpu);
  if (found < 0 || count == 0) fail("no device", found);
  VkPhysicalDeviceDriverProperties driver = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceProperties2 properties = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &driver};
  vkGetPhysicalDeviceProperties2(gpu, &properties);
  printf("device %s\ndriver %s %s\n", properties.properties.deviceName, driver.driverName, driver.driverInfo);
  if (!offers(gpu, EXTENSIONS[0])) fail("no interlock", 0);
  const char *enabled[16];
  uint32_t enabledCount = 0;
  for (uint32_t i = 0; i < sizeof EXTENSIONS / sizeof *EXTENSIONS; i++)
    if (offers(gpu, EXTENSIONS[i])) enabled[enabledCount++] = EXTENSIONS[i];
  VkPhysicalDeviceFragmentShaderInterlockFeaturesEXT interlock = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FRAGMENT_SHADER_INTERLOCK_FEATURES_EXT};
  VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR executables = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR, &interlock};
  VkPhysicalDeviceDescriptorBufferFeaturesEXT descriptors = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT, &executables};
  VkPhysicalDeviceShaderImageAtomicInt64FeaturesEXT atomics = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_IMAGE_ATOMIC_INT64_FEATURES_EXT, &descriptors};
  VkPhysicalDeviceVulkan11Features features11 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, &atomics};
  VkPhysicalDeviceVulkan12Features features12 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, &features11};
  VkPhysicalDeviceVulkan13Features features13 = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, &features12};
  VkPhysicalDeviceFeatures2 features = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &features13};
  vkGetPhysicalDeviceFeatures2(gpu, &features);
  // Checks of bounds change code, and most programs run without.
  features.features.robustBufferAccess = VK_FALSE;
  features13.robustImageAccess = VK_FALSE;
  float priority = 1;
  VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
  VkDevice device;
  CHECK(vkCreateDevice(gpu, &(VkDeviceCreateInfo){VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, &features, .queueCreateInfoCount = 1,
    .pQueueCreateInfos = &queue, .enabledExtensionCount = enabledCount, .ppEnabledExtensionNames = enabled}, 0, &device));
  return device;
}

static VkPipelineLayout makeLayout(VkDevice device) {
  PFN_vkGetDescriptorSetLayoutBindingOffsetEXT offsetOf =
    (PFN_vkGetDescriptorSetLayoutBindingOffsetEXT)vkGetDeviceProcAddr(device, "vkGetDescriptorSetLayoutBindingOffsetEXT");
  VkDescriptorSetLayout sets[SETS_MAX];
  uint32_t setCount = 0;
  for (uint32_t i = 0; i < request.bindingsLength; i++)
    if (request.bindings[i].set >= setCount) setCount = request.bindings[i].set + 1;
  for (uint32_t set = 0; set < setCount; set++) {
    VkDescriptorSetLayoutBinding bindings[BINDINGS_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < request.bindingsLength; i++)
      if (request.bindings[i].set == set)
        bindings[count++] = (VkDescriptorSetLayoutBinding){request.bindings[i].binding, (VkDescriptorType)request.bindings[i].type,
          request.bindings[i].count, VK_SHADER_STAGE_FRAGMENT_BIT, 0};
    CHECK(vkCreateDescriptorSetLayout(device, &(VkDescriptorSetLayoutCreateInfo){VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .bindingCount = count, .pBindings = bindings}, 0, &sets[set]));
    for (uint32_t i = 0; i < count && offsetOf; i++) {
      VkDeviceSize offset;
      offsetOf(device, sets[set], bindings[i].binding, &offset);
      printf("offset %u %u %llu\n", set, bindings[i].binding, (unsigned long long)offset);
    }
  }
  VkPushConstantRange push = {VK_SHADER_STAGE_FRAGMENT_BIT, 0, (uint32_t)request.pushBytes};
  VkPipelineLayout layout;
  CHECK(vkCreatePipelineLayout(device, &(VkPipelineLayoutCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = setCount,
    .pSetLayouts = sets, .pushConstantRangeCount = request.pushBytes > 0, .pPushConstantRanges = &push}, 0, &layout));
  return layout;
}

static VkShaderModule makeModule(VkDevice device, const char *name) {
  size_t size;
  uint32_t *words = contents(name, &size);
  VkShaderModule module;
  CHECK(vkCreateShaderModule(device, &(VkShaderModuleCreateInfo){VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = size, .pCode = words}, 0, &module));
  return module;
}

static VkPipeline makePipeline(VkDevice device, VkPipelineLayout layout, const VkShaderModule *modules, uint32_t samples,
                               VkPipelineCache cache, VkPipelineCreateFlags flags) {
  VkSpecializationInfo constants = {request.constantsLength, request.constants, sizeof request.constantValues, request.constantValues};
  VkPipelineShaderStageCreateInfo stages[] = {
    {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_VERTEX_BIT, .module = modules[0], .pName = "main"},
    {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_FRAGMENT_BIT, .module = modules[1], .pName = request.entry,
     .pSpecializationInfo = &constants},
  };
  VkVertexInputAttributeDescription attributes[SLOTS_MAX];
  for (uint32_t i = 0; i < request.inputsLength; i++)
    attributes[i] = (VkVertexInputAttributeDescription){request.inputs[i].location, 0, (VkFormat)request.inputs[i].format, 16 * i};
  VkVertexInputBindingDescription buffer = {0, 16 * request.inputsLength, VK_VERTEX_INPUT_RATE_VERTEX};
  VkPipelineVertexInputStateCreateInfo vertices = {VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
    .vertexBindingDescriptionCount = request.inputsLength > 0, .pVertexBindingDescriptions = &buffer,
    .vertexAttributeDescriptionCount = request.inputsLength, .pVertexAttributeDescriptions = attributes};
  VkPipelineInputAssemblyStateCreateInfo assembly = {VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO, .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
  VkViewport viewport = {0, 0, 64, 64, 0, 1};
  VkRect2D scissor = {{0, 0}, {64, 64}};
  VkPipelineViewportStateCreateInfo viewports = {VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO, .viewportCount = 1,
    .pViewports = &viewport, .scissorCount = 1, .pScissors = &scissor};
  VkPipelineRasterizationStateCreateInfo raster = {VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
  VkPipelineMultisampleStateCreateInfo multisample = {VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
    .rasterizationSamples = (VkSampleCountFlagBits)samples, .alphaToCoverageEnable = (VkBool32)request.alphaToCoverage};
  VkPipelineDepthStencilStateCreateInfo depth = {VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
    .depthTestEnable = (VkBool32)request.depth, .depthWriteEnable = (VkBool32)request.depth, .depthCompareOp = VK_COMPARE_OP_ALWAYS};
  VkPipelineColorBlendAttachmentState blend[8] = {{0}};
  for (uint32_t i = 0; i < request.coloursLength; i++) blend[i].colorWriteMask = 15;
  if (request.dual)
    blend[0] = (VkPipelineColorBlendAttachmentState){VK_TRUE, VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_SRC1_COLOR, VK_BLEND_OP_ADD,
      VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_SRC1_ALPHA, VK_BLEND_OP_ADD, 15};
  VkPipelineColorBlendStateCreateInfo colour = {VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
    .attachmentCount = request.coloursLength, .pAttachments = blend};
  VkPipelineRenderingCreateInfo rendering = {VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO, .colorAttachmentCount = request.coloursLength,
    .pColorAttachmentFormats = (const VkFormat *)request.colours, .depthAttachmentFormat = request.depth ? VK_FORMAT_D32_SFLOAT : VK_FORMAT_UNDEFINED};
  VkPipeline pipeline;
  CHECK(vkCreateGraphicsPipelines(device, cache, 1, &(VkGraphicsPipelineCreateInfo){VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
    &rendering, flags, 2, stages, &vertices, &assembly, 0, &viewports, &raster, &multisample, &depth, &colour, 0, layout}, 0, &pipeline));
  return pipeline;
}

// What the driver tells of the fragment shader: its statistics, and its last form before machine code, which names the inputs.
static void tell(VkDevice device, VkPipeline pipeline, uint32_t number) {
  PFN_vkGetPipelineExecutablePropertiesKHR executables = (PFN_vkGetPipelineExecutablePropertiesKHR)vkGetDeviceProcAddr(device, "vkGetPipelineExecutablePropertiesKHR");
  PFN_vkGetPipelineExecutableStatisticsKHR statistics = (PFN_vkGetPipelineExecutableStatisticsKHR)vkGetDeviceProcAddr(device, "vkGetPipelineExecutableStatisticsKHR");
  PFN_vkGetPipelineExecutableInternalRepresentationsKHR representations =
    (PFN_vkGetPipelineExecutableInternalRepresentationsKHR)vkGetDeviceProcAddr(device, "vkGetPipelineExecutableInternalRepresentationsKHR");
  if (!executables || !statistics || !representations) fail("no executable properties", 0);
  VkPipelineExecutablePropertiesKHR found[8];
  for (int i = 0; i < 8; i++) found[i] = (VkPipelineExecutablePropertiesKHR){VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR};
  uint32_t count = 8;
  CHECK(executables(device, &(VkPipelineInfoKHR){VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, .pipeline = pipeline}, &count, found));
  for (uint32_t i = 0; i < count; i++) {
    if (!(found[i].stages & VK_SHADER_STAGE_FRAGMENT_BIT)) continue;
    VkPipelineExecutableInfoKHR which = {VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR, .pipeline = pipeline, .executableIndex = i};
    VkPipelineExecutableStatisticKHR values[64];
    for (int j = 0; j < 64; j++) values[j] = (VkPipelineExecutableStatisticKHR){VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR};
    uint32_t length = 64;
    CHECK(statistics(device, &which, &length, values));
    printf("wave %u\n", found[i].subgroupSize);
    for (uint32_t j = 0; j < length; j++)
      if (!strcmp(values[j].name, "Code size")) printf("bytes %u %llu\n", number, (unsigned long long)values[j].value.u64);
    VkPipelineExecutableInternalRepresentationKHR texts[REPRESENTATIONS_MAX];
    memset(texts, 0, sizeof texts);
    for (int j = 0; j < REPRESENTATIONS_MAX; j++) texts[j].sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR;
    length = REPRESENTATIONS_MAX;
    CHECK(representations(device, &which, &length, texts));
    for (uint32_t j = 0; j < length; j++) texts[j].pData = calloc(1, texts[j].dataSize + 1);
    CHECK(representations(device, &which, &length, texts));
    for (uint32_t j = 0; j < length; j++)
      if (!strncmp(texts[j].name, "NIR", 3)) keep("nir", number, "txt", texts[j].pData, strlen(texts[j].pData));
  }
}

int main(void) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, 60);
  limit(RLIMIT_AS, 4ull << 30);
  limit(RLIMIT_FSIZE, 64 << 20);
  setvbuf(stdout, 0, _IOLBF, 0);
  readRequest();
  VkDevice device = openDevice();
  if (request.probe) _Exit(0);
  VkPipelineLayout layout = makeLayout(device);
  VkShaderModule modules[] = {makeModule(device, "vertex.spv"), makeModule(device, "fragment.spv")};
  for (uint32_t i = 0; i < request.sampleCountsLength; i++) {
    uint32_t samples = request.sampleCounts[i];
    VkPipelineCreateFlags all = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR | VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
    tell(device, makePipeline(device, layout, modules, samples, VK_NULL_HANDLE, all), i);
    // The driver keeps no binary of a pipeline that it tells of, so it compiles again.
    VkPipelineCache cache;
    CHECK(vkCreatePipelineCache(device, &(VkPipelineCacheCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO}, 0, &cache));
    makePipeline(device, layout, modules, samples, cache, 0);
    size_t size = 0;
    CHECK(vkGetPipelineCacheData(device, cache, &size, 0));
    void *bytes = malloc(size + 1);
    CHECK(vkGetPipelineCacheData(device, cache, &size, bytes));
    keep("cache", i, "bin", bytes, size);
  }
  printf("done\n");
  // Destructors of drivers are not what is tried here.
  fflush(stdout);
  _Exit(0);
}
