package oddity.pocket.boot.link;

import java.lang.invoke.MethodHandleInfo;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Links the calls of one class that Robolectric has opened up.
 *
 * <p>Robolectric gives a method {@code x} the code of a call site, and keeps its own code as a private method {@code $$robo$$…$x}.
 * Where nobody stands in for it, {@code x} gets its own code back, and the other name leads there: stand-ins know it. So stacks read
 * as on a phone, and a call is one call. Where somebody does, {@code x} calls that. What is not as plain as that stays a call site.
 */
final class ClassLinker {
    /** Where an object keeps its stand-in. */
    static final String DATA = "__robo_data__";

    private static final String SUPPORT = "org/robolectric/internal/bytecode/InvokeDynamicSupport";
    private static final String INITIALIZING = "classInitializing";
    private static final String STATIC = "__staticInitializer__";
    private static final String CONSTRUCTOR = "__constructor__";
    private static final String INIT = "$$robo$init";
    private static final String GET_DATA = "$$robo$getData";
    private static final String ORIGINAL = "$$robo$$";

    /** The parent of a class, and whether Robolectric has opened the class up. */
    record Family(String parent, boolean isOpened) {}

    /** How many call sites there were, by what they are for, and how many remain. */
    static final class Counts {
        private final Map<String, int[]> kinds = new java.util.TreeMap<>();

        void count(String kind, boolean isLinked) {
            int[] counts = kinds.computeIfAbsent(kind, none -> new int[2]);
            counts[0]++;
            counts[1] += isLinked ? 0 : 1;
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            kinds.forEach((kind, counts) -> text.append(kind).append(' ').append(counts[0]).append(' ').append(counts[1]).append('\n'));
            return text.toString();
        }
    }

    private final ClassNode node;
    private final Answers answers;
    private final Map<String, Family> families;
    private final Set<String> standIns;
    private final Counts counts;
    private final Map<String, MethodNode> methods = new HashMap<>();
    /** Null where nobody stands in for any method of the class. */
    private final Class<?> shadowed;

    ClassLinker(ClassNode node, Answers answers, Map<String, Family> families, Set<String> standIns, Counts counts) {
        this.node = node;
        this.answers = answers;
        this.families = families;
        this.standIns = standIns;
        this.counts = counts;
        this.shadowed = answers.shadowed(node.name);
        node.methods.forEach(method -> methods.put(method.name + method.desc, method));
    }

    void link() {
        for (MethodNode method : List.copyOf(node.methods)) {
            for (AbstractInsnNode at : method.instructions.toArray()) {
                if (at instanceof InvokeDynamicInsnNode site && site.bsm.getOwner().equals(SUPPORT)) {
                    link(method, site);
                } else if (at instanceof MethodInsnNode call && call.name.equals(INITIALIZING) && method.name.equals("<clinit>")) {
                    counts.count("initializers", linkInitializer(method, call));
                }
            }
        }
        shareData();
    }

    private void link(MethodNode method, InvokeDynamicInsnNode site) {
        switch (site.bsm.getName()) {
            case "bootstrap" -> counts.count("calls", linkCall(method, site, false));
            case "bootstrapStatic" -> counts.count("static calls", linkCall(method, site, true));
            case "bootstrapIntrinsic" -> counts.count("calls of Java's", linkIntrinsic(method, site));
            default -> {
                // An object's stand-in: whole classes share theirs.
            }
        }
    }

    private boolean linkCall(MethodNode method, InvokeDynamicInsnNode site, boolean isStatic) {
        Handle original = (Handle) site.bsmArgs[0];
        String descriptor = original.getDesc();
        if (shadowed == null) {
            return callOriginal(method, site, original);
        }
        Method standIn;
        try {
            standIn = answers.standIn(shadowed, site.name, descriptor);
        } catch (ClassNotFoundException | LinkageError | IllegalStateException unknown) {
            return false;
        }
        if (standIn != null) {
            return Answers.isPlain(standIn) && callStandIn(method, site, standIn, descriptor, isStatic);
        }
        boolean isNative = site.bsmArgs[1].equals(1);
        if (isNative && answers.isNativeCalled(shadowed)) {
            return callNative(method, site, descriptor, isStatic);
        }
        return callOriginal(method, site, original);
    }

    private boolean callNative(MethodNode method, InvokeDynamicInsnNode site, String descriptor, boolean isStatic) {
        String binding = ORIGINAL + site.name + "$nativeBinding";
        if (!methods.containsKey(binding + descriptor)) {
            return false;
        }
        int call = isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
        method.instructions.set(site, new MethodInsnNode(call, node.name, binding, descriptor, false));
        return true;
    }

    /** The method gets its code back; a constructor, which has its parent's in front, calls the rest of it. */
    private boolean callOriginal(MethodNode method, InvokeDynamicInsnNode site, Handle original) {
        MethodNode body = methods.get(original.getName() + original.getDesc());
        boolean isStatic = (method.access & Opcodes.ACC_STATIC) != 0;
        if (body == null) {
            return false;
        }
        if (site.name.equals(CONSTRUCTOR)) {
            return callConstructor(method, site, body);
        }
        if (!method.name.equals(site.name) || !method.desc.equals(body.desc)) {
            return false;
        }
        String direct = body.name;
        int directAccess = body.access;
        body.name = method.name;
        body.access = method.access;
        body.visibleAnnotations = method.visibleAnnotations;
        body.invisibleAnnotations = method.invisibleAnnotations;
        lead(method, direct, directAccess, body.name, isStatic);
        return true;
    }

    private boolean callConstructor(MethodNode method, InvokeDynamicInsnNode site, MethodNode body) {
        if (!methods.containsKey(CONSTRUCTOR + body.desc)) {
            MethodNode way = new MethodNode(body.access, body.name, body.desc, null, body.exceptions.toArray(String[]::new));
            body.name = CONSTRUCTOR;
            body.access = body.access & ~Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC;
            methods.put(CONSTRUCTOR + body.desc, body);
            node.methods.add(way);
            lead(way, way.name, way.access, CONSTRUCTOR, false);
        }
        method.instructions.set(
                site, new MethodInsnNode(Opcodes.INVOKESPECIAL, node.name, CONSTRUCTOR, body.desc, false));
        return true;
    }

    /** Has a method do nothing but call another one of the class with what it was given, never that of a child. */
    private void lead(MethodNode method, String name, int access, String to, boolean isStatic) {
        method.name = name;
        method.access = (access | Opcodes.ACC_SYNTHETIC) & ~Opcodes.ACC_SYNCHRONIZED;
        method.visibleAnnotations = null;
        method.invisibleAnnotations = null;
        method.tryCatchBlocks.clear();
        method.localVariables = null;
        InsnList code = new InsnList();
        int local = 0;
        if (!isStatic) {
            code.add(new VarInsnNode(Opcodes.ALOAD, local++));
        }
        for (Type argument : Type.getArgumentTypes(method.desc)) {
            code.add(new VarInsnNode(argument.getOpcode(Opcodes.ILOAD), local));
            local += argument.getSize();
        }
        int call = isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL;
        code.add(new MethodInsnNode(call, node.name, to, method.desc, false));
        code.add(new InsnNode(Type.getReturnType(method.desc).getOpcode(Opcodes.IRETURN)));
        method.instructions = code;
    }

    private boolean callStandIn(
            MethodNode method, InvokeDynamicInsnNode site, Method standIn, String descriptor, boolean isStatic) {
        String owner = Type.getInternalName(standIn.getDeclaringClass());
        String to = Type.getMethodDescriptor(standIn);
        boolean isStandInStatic = Modifier.isStatic(standIn.getModifiers());
        Type given = Type.getReturnType(to);
        Type wanted = Type.getReturnType(descriptor);
        boolean isCast = !given.equals(wanted);
        boolean isConstructor = site.name.equals(CONSTRUCTOR);
        boolean isObject = given.getSort() >= Type.ARRAY && wanted.getSort() >= Type.ARRAY;
        // A child's stand-in may have a method of the same name for its own constructor.
        if (isStatic && !isStandInStatic || isConstructor || isCast && !isObject || method.name.equals("<init>")) {
            return false;
        }
        InsnList code = new InsnList();
        int local = isStatic ? 0 : 1;
        if (!isStandInStatic) {
            code.add(new VarInsnNode(Opcodes.ALOAD, 0));
            code.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, node.name, GET_DATA, "()Ljava/lang/Object;", false));
            code.add(new TypeInsnNode(Opcodes.CHECKCAST, owner));
        }
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            code.add(new VarInsnNode(argument.getOpcode(Opcodes.ILOAD), local));
            local += argument.getSize();
        }
        int call = isStandInStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKEVIRTUAL;
        code.add(new MethodInsnNode(call, owner, standIn.getName(), to, false));
        if (isCast) {
            code.add(new TypeInsnNode(Opcodes.CHECKCAST, wanted.getInternalName()));
        }
        code.add(new InsnNode(wanted.getOpcode(Opcodes.IRETURN)));
        method.instructions = code;
        for (Class<?> open = standIn.getDeclaringClass(); open != null && isStandIn(open); open = open.getSuperclass()) {
            standIns.add(Type.getInternalName(open));
        }
        return true;
    }

    private static boolean isStandIn(Class<?> open) {
        return open.getName().startsWith("org.robolectric.") || open.getName().startsWith("oddity.");
    }

    private boolean linkIntrinsic(MethodNode method, InvokeDynamicInsnNode site) {
        MethodHandleInfo instead = answers.instead((String) site.bsmArgs[0], site.name, site.desc);
        if (instead == null) {
            return false;
        }
        Class<?> owner = instead.getDeclaringClass();
        method.instructions.set(site, new MethodInsnNode(
                Opcodes.INVOKESTATIC, Type.getInternalName(owner), instead.getName(), site.desc, owner.isInterface()));
        return true;
    }

    /** What is done once for a class, which Robolectric finds by reflection. */
    private boolean linkInitializer(MethodNode method, MethodInsnNode call) {
        try {
            boolean isAnswered = shadowed != null && answers.standIn(shadowed, STATIC, "()V") != null;
            if (isAnswered || !methods.containsKey(STATIC + "()V")) {
                return false;
            }
        } catch (ClassNotFoundException | LinkageError | IllegalStateException unknown) {
            return false;
        }
        method.instructions.remove(call.getPrevious());
        method.instructions.set(call, new MethodInsnNode(Opcodes.INVOKESTATIC, node.name, STATIC, "()V", false));
        return true;
    }

    /** A class without a stand-in of its own has that of its parent, in the same place; or there is none. */
    private void shareData() {
        Family family = families.get(node.name);
        if (family == null || !family.isOpened) {
            return;
        }
        counts.count("stand-ins of objects", shadowed == null);
        if (shadowed != null) {
            return;
        }
        Family parent = families.get(node.superName);
        if (parent != null && parent.isOpened) {
            node.methods.removeIf(method -> method.name.equals(INIT) || method.name.equals(GET_DATA));
            node.fields.removeIf(field -> field.name.equals(DATA));
        } else {
            MethodNode init = methods.get(INIT + "()V");
            init.instructions = new InsnList();
            init.instructions.add(new InsnNode(Opcodes.RETURN));
        }
    }
}
